import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Identifier, useDataProvider, useListContext, useNotify, useRefresh } from 'react-admin';
import { formatCount } from '@merchant-console/declaration';
import { ApiError, errorOf, outcomeOf } from '@merchant-console/ra-provider';
import type { DeclaredDataProvider } from '../../DeclaredDataProvider.ts';
import type { FieldRecord, IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { isSame } from '../../fields/inputs/useBoundField.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { errorText } from '../../ui/FailureAlert.tsx';
import { fieldErrors, labelledBy } from '../../ui/form/fieldErrors.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useSending } from '../../ui/useSending.tsx';

/** A record that the server hasn't changed, and why. */
export interface Refused {
  record: IdentifiedRecord;
  text: string;
}

export type SelectedEdit = ReturnType<typeof useEditSelected>;

/**
 * Writes the same values to the selected records, one after the other, each like a form that changes it: only values
 * that differ, with the revision that was read when the dialog opened. A refused record doesn't keep the others from
 * being changed; it stays selected, with the reason. Without an answer, or if no record would be accepted, the rest
 * isn't tried.
 */
export function useEditSelected(view: ResourceView, ids: readonly Identifier[], onDone: () => void) {
  const { name } = view.resource;
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const { onToggleItem } = useListContext<IdentifiedRecord>();
  const context = useFormatContext();
  const notify = useNotify();
  const refresh = useRefresh();
  const sending = useSending();
  const [done, setDone] = useState(0);
  const isStopped = useRef(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [name, 'editSelected', ids],
    queryFn: async ({ signal }) => (await dataProvider.getMany<IdentifiedRecord>(name, { ids: [...ids], signal })).data,
    // The revisions are those that the user has seen, also while others change the records.
    staleTime: 'static',
    gcTime: 0,
  });
  const records = (data ?? []).filter((record) => view.canEditRecord(record));

  async function write(record: IdentifiedRecord, values: FieldRecord): Promise<void> {
    const changed = Object.entries(values).filter(([source, value]) => !isSame(value, record[source] ?? null));
    if (changed.length === 0) return;
    const { revision } = record;
    const seen = typeof revision === 'number' ? { revision } : {};
    await dataProvider.update(name, {
      id: record.id,
      data: { ...Object.fromEntries(changed), ...seen },
      previousData: record,
    });
  }

  /**
   * Writes to one record after the other until the user stops, or until one fails for a reason that isn't the record's.
   * @returns how many were changed, which weren't and why, and the failure
   */
  async function writeAll(values: FieldRecord) {
    const refused: Refused[] = [];
    let changed = 0;
    for (const record of records) {
      if (isStopped.current) break;
      try {
        await write(record, values);
        onToggleItem(record.id);
        changed += 1;
      } catch (thrown) {
        const reason = errorOf(thrown);
        if (!isOfRecord(reason)) return { changed, refused, failed: reason };
        refused.push({ record, text: refusalText(reason) });
      }
      setDone(changed + refused.length);
    }
    return { changed, refused, failed: null };
  }

  /** The server's messages, with the names of their fields. */
  function refusalText(reason: Error): string {
    const labelled = labelledBy(view.resource.fields, { ...context, resource: name });
    return errorText(fieldErrors(reason, [], labelled).rest ?? reason, context.translate);
  }

  const run = useMutation({
    mutationFn: async ({ chosen, values }: { chosen: readonly string[]; values: FieldRecord }) => {
      isStopped.current = false;
      setDone(0);
      return writeAll(Object.fromEntries(chosen.map((source) => [source, values[source] ?? null])));
    },
    onSuccess({ changed, refused, failed }) {
      if (refused.length > 0 || failed || isStopped.current) return;
      notify('selectedRecords.edited', {
        type: 'success',
        messageArgs: { smart_count: changed, count: formatCount(changed) },
      });
      onDone();
    },
    onSettled: () => refresh(),
  });
  const isRunning = run.isPending;
  return {
    isLoading: isFetching,
    isRunning,
    canStart: !isRunning && !isFetching && records.length > 0,
    /** Number of selected records that the user can't edit in their present state, or that were deleted. */
    leftOut: data ? ids.length - records.length : 0,
    /** Number of records that were tried so far, of `total`. */
    done,
    total: records.length,
    failure: isFetching ? null : (error ?? run.error ?? run.data?.failed ?? null),
    /** Reads the records again; undefined if they are there. */
    retry: error ? () => void refetch() : undefined,
    /** Null until the run has ended. */
    result: run.data ?? null,
    start(chosen: readonly string[], values: FieldRecord): void {
      if (!isRunning && !sending.isBlocked && records.length > 0) run.mutate({ chosen, values });
    },
    /** Leaves the remaining records as they are. */
    stop: () => void (isStopped.current = true),
  };
}

/** Statuses of refusals that every other record would get, too. */
const OF_ALL = [401, 403, 429];

function isOfRecord(error: Error): boolean {
  return error instanceof ApiError && outcomeOf(error) === 'refused' && OF_ALL.every((one) => one !== error.status);
}

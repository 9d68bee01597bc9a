import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Identifier, useDataProvider, useListContext, useNotify, useRefresh } from 'react-admin';
import { formatCount } from '@merchant-console/declaration';
import type { DeclaredDataProvider } from '../../DeclaredDataProvider.ts';
import type { FieldRecord, IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { errorText } from '../../ui/FailureAlert.tsx';
import { fieldErrors, labelledBy } from '../../ui/form/fieldErrors.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useSending } from '../../ui/useSending.tsx';
import { changeRecords, useSendChange } from '../changeRecords.ts';

/** A record that the server hasn't changed, and why. */
export interface Refused {
  record: IdentifiedRecord;
  text: string;
}

export type SelectedEdit = ReturnType<typeof useEditSelected>;

/**
 * Writes the same values to the selected records, with the revisions that were read when the dialog opened. A refused
 * record stays selected, with the reason.
 */
export function useEditSelected(view: ResourceView, ids: readonly Identifier[], onDone: () => void) {
  const { name } = view.resource;
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const { onToggleItem } = useListContext<IdentifiedRecord>();
  const context = useFormatContext();
  const notify = useNotify();
  const refresh = useRefresh();
  const sending = useSending();
  const sendChange = useSendChange(name);
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

  async function writeAll(values: FieldRecord) {
    const { refused, ...result } = await changeRecords(sendChange, records, values, {
      isStopped: () => isStopped.current,
      onChanged: ({ id }) => onToggleItem(id),
      onTried: setDone,
    });
    return { ...result, refused: refused.map(({ record, reason }) => ({ record, text: refusalText(reason) })) };
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

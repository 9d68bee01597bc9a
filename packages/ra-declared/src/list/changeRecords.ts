import { ApiError, errorOf, outcomeOf } from '@merchant-console/ra-provider';
import { useUpdate } from 'react-admin';
import type { FieldRecord, IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { isSame } from '../fields/inputs/useBoundField.ts';

/** Makes the call that changes a record, and resolves to the record as it is stored then. */
export type SendChange = (params: {
  id: IdentifiedRecord['id'];
  data: FieldRecord;
  previousData: IdentifiedRecord;
}) => Promise<IdentifiedRecord>;

/** Updates a record of the resource and react-admin's cache, so that pages opened later start with its new revision. */
export function useSendChange(resource: string): SendChange {
  const [update] = useUpdate<IdentifiedRecord>();
  return async (params) =>
    (await update(resource, params, { mutationMode: 'pessimistic', returnPromise: true })) ?? params.previousData;
}

/**
 * Changes a record by the same call as its form: sends only values that differ, with the revision that the user has seen.
 * Makes no call if none differs, and then resolves to the same `record`.
 */
export async function changeRecord(
  send: SendChange,
  record: IdentifiedRecord,
  values: FieldRecord,
): Promise<IdentifiedRecord> {
  const changed = Object.entries(values).filter(([source, value]) => !isSame(value, record[source] ?? null));
  if (changed.length === 0) return record;
  const { revision } = record;
  const seen = typeof revision === 'number' ? { revision } : {};
  return send({ id: record.id, data: { ...Object.fromEntries(changed), ...seen }, previousData: record });
}

/** A record that the server hasn't changed, and why. */
export interface RefusedChange {
  record: IdentifiedRecord;
  reason: Error;
}

export interface ChangeResult {
  /** Number of records that have the values now. */
  changed: number;
  refused: RefusedChange[];
  /** Why the remaining records weren't tried, or null. */
  failed: Error | null;
}

interface Progress {
  /** True if the remaining records are to be left as they are. */
  isStopped(): boolean;
  onChanged(record: IdentifiedRecord): void;
  /** @param count of records that were tried so far */
  onTried(count: number): void;
}

/**
 * Changes one record after the other. A refused record doesn't keep the others from being changed. Without an answer, or
 * if no record would be accepted, the rest isn't tried.
 */
export async function changeRecords(
  send: SendChange,
  records: readonly IdentifiedRecord[],
  values: FieldRecord,
  { isStopped, onChanged, onTried }: Progress,
): Promise<ChangeResult> {
  const refused: RefusedChange[] = [];
  let changed = 0;
  for (const record of records) {
    if (isStopped()) break;
    try {
      await changeRecord(send, record, values);
      onChanged(record);
      changed += 1;
    } catch (thrown) {
      const reason = errorOf(thrown);
      if (!isOfRecord(reason)) return { changed, refused, failed: reason };
      refused.push({ record, reason });
    }
    onTried(changed + refused.length);
  }
  return { changed, refused, failed: null };
}

/** Statuses of refusals that every other record would get, too. */
const OF_ALL = [401, 403, 429];

/** Reasons for 403 that only one record has: the user's rights on it, before or after the change. */
const OF_RECORD = ['record_not_writable', 'record_not_yours'];

function isOfRecord(error: Error): boolean {
  if (!(error instanceof ApiError) || outcomeOf(error) !== 'refused') return false;
  return OF_RECORD.includes(error.errorId ?? '') || OF_ALL.every((one) => one !== error.status);
}

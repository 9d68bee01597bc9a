import { mappedSource } from './narrowedSource.ts';
import { returningRecordFrom } from './plainRecord.ts';
import type { RecordSource, WireRecord } from './RecordSource.ts';
import type { ResourceBackend } from './ResourceBackend.ts';

/**
 * Marks requests that the caller created, and those of a signing key that the caller made or approved. The console offers
 * a decision about the others only, and to cancel only the first.
 */
function withOwn({ key_maker_ids: makers, ...record }: WireRecord, userId: string): WireRecord {
  const isOfKey = Array.isArray(makers) && makers.includes(userId);
  return { ...record, is_own: isOfKey || record['creator_id'] === userId };
}

/** Shows the caller which of the requests are their own. */
export function markingOwn(source: RecordSource): Pick<ResourceBackend, 'source' | 'sourceFor'> {
  return { source, sourceFor: ({ userId }) => mappedSource(source, (record) => withOwn(record, userId)) };
}

/** Like `returningRecordFrom`, for a view of requests. */
export const returningRequestFrom = (view: string) =>
  returningRecordFrom(view, (record, { userId }) => withOwn(record, userId));

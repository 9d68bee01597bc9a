import { mappedSource } from './narrowedSource.ts';
import { returningRecordFrom } from './plainRecord.ts';
import type { RecordSource, WireRecord } from './RecordSource.ts';
import type { ResourceBackend } from './ResourceBackend.ts';

/**
 * Marks requests that the caller created. The console offers a decision about the others only, and to cancel only these.
 */
function withOwn(record: WireRecord, userId: string): WireRecord {
  return { ...record, is_own: record['creator_id'] === userId };
}

/** Shows the caller which of the requests are their own. */
export function markingOwn(source: RecordSource): Pick<ResourceBackend, 'source' | 'sourceFor'> {
  return { source, sourceFor: ({ userId }) => mappedSource(source, (record) => withOwn(record, userId)) };
}

/** Like `returningRecordFrom`, for a view of requests. */
export const returningRequestFrom = (view: string) =>
  returningRecordFrom(view, (record, { userId }) => withOwn(record, userId));

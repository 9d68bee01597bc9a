import type { Kysely } from 'kysely';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import type { Database } from '#server/db/schema.ts';
import { entriesOf } from './entriesOf.ts';

/** More than anybody reads on a record's page; the audit log has them all. */
const MOST_ENTRIES = 200;

/** What has been done with a record, the newest first. */
export async function timelineOf(
  db: Kysely<Database>,
  merchantId: string,
  resource: string,
  recordId: string,
): Promise<TimelineEntry[]> {
  const rows = await entriesOf(db, merchantId, resource, recordId)
    .limit(MOST_ENTRIES)
    .select(['id', 'action', 'actor_name', 'at', 'before', 'after'])
    .execute();
  return rows.map(({ id, action, actor_name, at, before, after }) => ({
    id,
    action,
    actor: actor_name,
    at: at.toISOString(),
    changes: changesOf(before ?? {}, after ?? {}),
  }));
}

function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const sources = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return sources.map((source) => ({ source, before: before[source] ?? null, after: after[source] ?? null }));
}

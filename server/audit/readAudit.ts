import { addHours } from 'date-fns/addHours';
import { differenceInSeconds } from 'date-fns/differenceInSeconds';
import { subHours } from 'date-fns/subHours';
import type { Kysely, Transaction } from 'kysely';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import type { Database } from '#server/db/schema.ts';
import { TooManyRequestsError } from '#server/errors.ts';

const MOST = 5;

interface Audited {
  merchantId: string;
  resource: string;
  recordId: string;
}

/** More than anybody reads on a record's page; the audit log has them all. */
const MOST_ENTRIES = 200;

/** What a tenant's log tells of a record, the newest first; the caller says how much of it. */
export function entriesOf(db: Kysely<Database>, merchantId: string, resource: string, recordId: string) {
  return db
    .selectFrom('audit_logs')
    .where('merchant_id', '=', merchantId)
    .where('resource', '=', resource)
    .where('record_id', '=', recordId)
    .orderBy('seq', 'desc');
}

/** Who did the last thing that a tenant's log tells of a record, by the name that they had; null: nobody, or unnamed. */
export async function lastActor(
  tx: Transaction<Database>,
  { merchantId, resource }: { merchantId: string; resource: string },
  recordId: string,
): Promise<string | null> {
  const row = await entriesOf(tx, merchantId, resource, recordId).limit(1).select('actor_name').executeTakeFirst();
  return row?.actor_name ?? null;
}

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

/**
 * Nobody does such a thing with one record more than five times within an hour in earnest.
 *
 * @param tx has locked the record
 * @throws TooManyRequestsError
 */
export async function assertFewEntries(
  tx: Transaction<Database>,
  { merchantId, resource, recordId }: Audited,
  actions: readonly string[],
  now: Date,
): Promise<void> {
  const entries = await entriesOf(tx, merchantId, resource, recordId)
    .where('action', 'in', actions)
    .where('at', '>', subHours(now, 1))
    .limit(MOST)
    .select('at')
    .execute();
  const first = entries[MOST - 1];
  if (first)
    throw new TooManyRequestsError(differenceInSeconds(addHours(first.at, 1), now, { roundingMethod: 'ceil' }));
}

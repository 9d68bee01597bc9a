import { subHours } from 'date-fns/subHours';
import type { TimelineEntry } from '@merchant-console/protocol';
import { migrationOf, type Resource } from '@merchant-console/declaration';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { assertFewLately } from '#server/errors.ts';
import { underCurrentNames } from './underCurrentNames.ts';

const MOST = 5;

interface Audited {
  merchantId: string;
  resource: string;
  recordId: string;
}

/** Entries on a record's page. The audit log itself has all of them. */
const MOST_ENTRIES = 200;

/** Query for the audit entries of a record, newest first. The caller selects columns and limit. */
export function entriesOf(db: DbOrTx, merchantId: string, resource: string | readonly string[], recordId: string) {
  return db
    .selectFrom('audit_logs')
    .where('merchant_id', '=', merchantId)
    .where('resource', 'in', typeof resource === 'string' ? [resource] : resource)
    .where('record_id', '=', recordId)
    .orderBy('seq', 'desc');
}

/** Name of the actor of a record's newest audit entry, or null if there is no entry or the actor has no name. */
export async function lastActor(
  tx: Tx,
  { merchantId, resource }: { merchantId: string; resource: string },
  recordId: string,
): Promise<string | null> {
  const row = await entriesOf(tx, merchantId, resource, recordId).limit(1).select('actor_name').executeTakeFirst();
  return row?.actor_name ?? null;
}

/**
 * The timeline of a record, newest entry first, with the entries under the resource's former name. Changes have the
 * current names of fields.
 */
export async function timelineOf(
  db: DbOrTx,
  merchantId: string,
  resource: Pick<Resource, 'name' | 'declared'>,
  recordId: string,
): Promise<TimelineEntry[]> {
  const { name } = resource;
  const { from, rename } = migrationOf(resource);
  const rows = await entriesOf(db, merchantId, from === null ? name : [name, from], recordId)
    .limit(MOST_ENTRIES)
    .select(['id', 'action', 'actor_name', 'at', 'before', 'after'])
    .execute();
  return rows.map(({ id, action, actor_name, at, before, after }) => ({
    id,
    action: from !== null && action.startsWith(`${from}.`) ? `${name}${action.slice(from.length)}` : action,
    actor: actor_name,
    at: at.toISOString(),
    changes: changesOf(underCurrentNames(before ?? {}, rename), underCurrentNames(after ?? {}, rename)),
  }));
}

function changesOf(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const sources = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return sources.map((source) => ({ source, before: before[source] ?? null, after: after[source] ?? null }));
}

/**
 * Limits an action to five times per record and hour.
 * @param tx holds the lock on the record
 * @throws {TooManyRequestsError} if the limit is exceeded
 */
export async function assertFewEntries(
  tx: Tx,
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
  assertFewLately(
    entries.map(({ at }) => at),
    MOST,
    now,
  );
}

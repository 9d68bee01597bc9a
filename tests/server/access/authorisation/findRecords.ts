import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { dayRows } from '#server/modules/submerchants/statistics/statisticsSql.ts';

/** Resources that are read from their table. Most others are read from a view. */
const TABLES = new Set([
  'orders',
  'deposits',
  'batch_transfers',
  'menus',
  'tasks',
  'imports',
  'operator_requests',
  'platform_limits',
]);

/** Resources whose records are not named after the path of the call. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { role_permissions: 'roles', role_preview: 'roles' };

/**
 * Finds the ID of the oldest record that a call is about, or null if there is none. Caches the result for each
 * resource.
 * @param call such as `POST /withdrawals/:id/cancel`
 * @param whose the tenant that owns the record; excludes records that `unseenBy` may read too, such as a descendant's
 * orders
 */
export type FindRecord = (call: string, whose: { of: string; unseenBy?: string }) => Promise<string | null>;

export function findRecords(db: Db): FindRecord {
  const found = new Map<string, Promise<string | null>>();
  return (call, { of, unseenBy = null }) => {
    const segment = (call.split('/')[1] ?? '').replaceAll('-', '_');
    const resource = NAMED_OTHERWISE[segment] ?? segment;
    const key = `${resource} ${of} ${unseenBy}`;
    const record = found.get(key) ?? oldestRecord(db, resource, { of, unseenBy });
    found.set(key, record);
    return record;
  };
}

async function oldestRecord(
  db: Db,
  resource: string,
  { of, unseenBy }: { of: string; unseenBy: string | null },
): Promise<string | null> {
  const source = rowsOf(resource);
  const { rows } = await sql<{ id: string }>`
    select id from ${source} where merchant_id = ${of}
    and id not in (select id from ${source} where merchant_id = ${unseenBy}) order by id limit 1`.execute(db.kysely);
  return rows[0]?.id ?? null;
}

function rowsOf(resource: string): RawBuilder<unknown> {
  if (resource === 'submerchant_stats') return dayRows(() => sql`true`);
  return sql.table(TABLES.has(resource) ? resource : `v_${resource}`);
}

import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { dayRows } from '#server/modules/submerchants/statistics/statisticsSql.ts';

/** Resources that are read from their table; most others from a view. */
const TABLES = new Set(['orders', 'deposits', 'batch_transfers', 'menus']);

/** Calls about records whose addresses do not name them. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = { role_permissions: 'roles', role_preview: 'roles' };

/**
 * The id of the oldest record that a call is about.
 *
 * @param call such as `POST /withdrawals/:id/cancel`
 * @param whose the tenant whose record it is; not one that `unseenBy` may read too, as a parent its descendants' orders
 * @returns null when there is no such record
 */
export async function recordOf(db: Db, call: string, whose: { of: string; unseenBy?: string }): Promise<string | null> {
  const segment = (call.split('/')[1] ?? '').replaceAll('-', '_');
  const resource = NAMED_OTHERWISE[segment] ?? segment;
  const source = rowsOf(resource);
  const seen = whose.unseenBy ?? null;
  const { rows } = await sql<{ id: string }>`
    select id from ${source} where merchant_id = ${whose.of}
    and id not in (select id from ${source} where merchant_id = ${seen}) order by id limit 1`.execute(db.kysely);
  return rows[0]?.id ?? null;
}

function rowsOf(resource: string): RawBuilder<unknown> {
  if (resource === 'submerchant_stats') return dayRows(() => sql`true`);
  return sql.table(TABLES.has(resource) ? resource : `v_${resource}`);
}

import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { ConflictError, orNotFound } from '#server/errors.ts';

/** A record's location. Operators of the platform may decide on records of any merchant. */
export interface RecordOf {
  merchantId: string;
  id: string;
}

export type TenantSettings = Awaited<ReturnType<typeof tenantSettings>>;

/**
 * Returns a tenant's settings for calls that start something new. Decisions on what is in progress don't need them.
 * @throws {ConflictError} if the tenant has been suspended or disabled since the call began
 */
export async function tenantSettings(db: DbOrTx, merchantId: string) {
  const row = await db
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .select(['currency', 'is_divide_hundred', 'card_cooling_hours', 'notify_url', 'type'])
    .select(['approval_threshold', 'daily_total', 'sum_window_hours', 'only_saved_payees', 'keys_over_limit'])
    .select(['status', 'suspended_at'])
    .executeTakeFirst();
  const { type, status, suspended_at, ...settings } = orNotFound(row);
  if (suspended_at !== null) throw new ConflictError({ id: 'account_suspended' });
  if (status !== 'active') throw new ConflictError({ id: 'account_disabled' });
  // The sandbox decides on test money, instead of the platform's operators.
  return { ...settings, isTest: type === 'test' };
}

/**
 * Returns the tenant of a record that an operator of the platform identifies by ID alone.
 * @throws {NotFoundError} if there is no such record, or it belongs to a test side
 */
export async function tenantOf(
  tx: Tx,
  table: 'deposits' | 'withdrawals' | 'adjustments',
  id: string,
): Promise<RecordOf> {
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from ${sql.table(table)}
    where id = ${idOrNone(id)} and merchant_id not in (select merchant_id from merchants where type = 'test')`.execute(
    tx,
  );
  return { merchantId: orNotFound(rows[0]).merchant_id, id };
}

import { type Kysely, sql, type Transaction } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { OwnCurrency } from '#shared/money/scaleOfCurrency.ts';
import type { Database } from '#server/db/schema.ts';
import { NotFoundError } from '#server/errors.ts';

/** Where a record is: an operator of the platform decides about any merchant's. */
export interface RecordOf {
  merchantId: string;
  id: string;
}

export interface TenantSettings extends OwnCurrency {
  /** Minor units; a payment above it needs a second person. */
  approvalThreshold: bigint;
  /** How long a card that is new or has changed can't be withdrawn to. */
  cardCoolingHours: number;
  /** Where results are posted of orders whose call names no address; null: nowhere. */
  notifyUrl: string | null;
}

/** What a tenant's money calls go by. @throws NotFoundError for a tenant that is unknown or disabled */
export async function tenantSettings(db: Kysely<Database>, merchantId: string): Promise<TenantSettings> {
  const row = await db
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'active')
    .select(['currency', 'is_divide_hundred', 'approval_threshold', 'card_cooling_hours', 'notify_url'])
    .executeTakeFirst();
  if (!row) throw new NotFoundError();
  const { currency, is_divide_hundred, approval_threshold, card_cooling_hours, notify_url } = row;
  return {
    currency,
    is_divide_hundred,
    approvalThreshold: approval_threshold,
    cardCoolingHours: card_cooling_hours,
    notifyUrl: notify_url,
  };
}

/** Whose record it is: an operator of the platform names it by its id alone. @throws NotFoundError */
export async function tenantOf(
  tx: Transaction<Database>,
  table: 'deposits' | 'withdrawals' | 'adjustments',
  id: string,
): Promise<RecordOf> {
  if (!isUuid(id)) throw new NotFoundError();
  const { rows } = await sql<{ merchant_id: string }>`
    select merchant_id from ${sql.table(table)} where id = ${id}`.execute(tx);
  if (!rows[0]) throw new NotFoundError();
  return { merchantId: rows[0].merchant_id, id };
}

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx, MerchantsTable, Tx } from './schema.ts';

/** The payment company's own tenant, owner of every row that belongs to no merchant. The same in each installation. */
export const PLATFORM_ID = '00000000-0000-7000-8000-000000000001';

/** Identifies a user. */
export interface UserKey {
  merchantId: string;
  userId: string;
}

/** Returns a tenant's row. @throws {Error} if it doesn't exist, which the caller must rule out */
export function merchantOf(db: DbOrTx, id: string): Promise<Selectable<MerchantsTable>> {
  return db.selectFrom('merchants').where('merchant_id', '=', id).selectAll().executeTakeFirstOrThrow();
}

/** Locks the tenant's row, which every change of a tenant-wide set of rows takes first. Readers aren't blocked. */
export async function lockTenant(tx: Tx, merchantId: string): Promise<void> {
  const tenant = tx.selectFrom('merchants').where('merchant_id', '=', merchantId).select('merchant_id');
  await tenant.forNoKeyUpdate().execute();
}

/** By tenant. Tenants never change sides. */
const accounts = new Map<string, string>();

/**
 * The tenant that has a tenant's users: the live merchant of a test side, otherwise the tenant itself. Read once by each process, so
 * that statements can name it.
 */
export async function accountOf(db: DbOrTx, merchantId: string): Promise<string> {
  const known = accounts.get(merchantId);
  if (known !== undefined) return known;
  const tenant = await db
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .select('live_merchant_id')
    .executeTakeFirst();
  const account = tenant?.live_merchant_id ?? merchantId;
  if (tenant) accounts.set(merchantId, account);
  return account;
}

/**
 * Condition for the merchants whose business counts in the platform's figures. Every index begins with the merchant, so
 * it is scanned merchant by merchant.
 *
 * @param only ID of one of them, or null for all
 */
export function inCountedMerchants(only: string | null = null): RawBuilder<boolean> {
  const one = only === null ? sql`` : sql` and merchant_id = ${only}`;
  return sql<boolean>`merchant_id = any (array(select merchant_id from merchants where type = 'merchant'${one}))`;
}

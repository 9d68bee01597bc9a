import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Makes whoever else changes a set of the tenant's rows wait until this transaction ends. Reading goes on. */
export async function lockTenant(tx: Transaction<Database>, merchantId: string): Promise<void> {
  const tenant = tx.selectFrom('merchants').where('merchant_id', '=', merchantId).select('merchant_id');
  await tenant.forNoKeyUpdate().execute();
}

import type { Tx } from './schema.ts';

/** Locks the tenant's row, which every change of a tenant-wide set of rows takes first. Readers aren't blocked. */
export async function lockTenant(tx: Tx, merchantId: string): Promise<void> {
  const tenant = tx.selectFrom('merchants').where('merchant_id', '=', merchantId).select('merchant_id');
  await tenant.forNoKeyUpdate().execute();
}

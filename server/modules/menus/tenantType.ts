import type { Kysely, Transaction } from 'kysely';
import type { TenantType } from '#server/access/entitlements.ts';
import type { Database } from '#server/db/schema.ts';

/** What kind of tenant it is: that decides which pages its menu can have. */
export async function tenantType(
  db: Kysely<Database> | Transaction<Database>,
  merchantId: string,
): Promise<TenantType> {
  const { type } = await db
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .select('type')
    .executeTakeFirstOrThrow();
  return type;
}

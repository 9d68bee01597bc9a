import type { CurrencyData } from '#shared/contract/session.ts';
import type { Db } from '#server/db/connect.ts';

/** The currency and the time zone of a tenant. @throws Error when there is no such tenant */
export async function tenantCurrency(db: Db, merchantId: string): Promise<CurrencyData> {
  return db.kysely
    .selectFrom('merchants')
    .where('merchant_id', '=', merchantId)
    .select(['currency', 'is_divide_hundred', 'time_zone'])
    .executeTakeFirstOrThrow();
}

import { sql, type RawBuilder } from 'kysely';

/**
 * The tenant that has a tenant's users: the live merchant of a test side, otherwise the tenant itself.
 * @param merchantId an ID, or a reference to a column
 */
export function accountOf(merchantId: string | RawBuilder<string>): RawBuilder<string> {
  return sql<string>`coalesce(
    (select side.live_merchant_id from merchants side where side.merchant_id = ${merchantId}), ${merchantId})`;
}

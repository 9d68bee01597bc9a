import { sql, type RawBuilder } from 'kysely';

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

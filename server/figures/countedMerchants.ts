import { sql, type RawBuilder } from 'kysely';

/**
 * Condition for the merchants whose business counts in the platform's figures. Every index begins with the merchant, so
 * it is scanned merchant by merchant.
 */
export function ofCountedMerchants(): RawBuilder<boolean> {
  return sql<boolean>`merchant_id = any (array(select merchant_id from merchants where type = 'merchant'))`;
}

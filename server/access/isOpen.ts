import { sql, type RawBuilder } from 'kysely';

/**
 * SQL condition: the merchant is active and so are all merchants above it. Merchants without a parent need no look-up
 * of ancestors.
 * @param merchants alias of the `merchants` table in the query
 */
export function isOpen(merchants: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${merchants}.${column}`);
  return sql<boolean>`(${of('status')} = 'active'
    and (${of('parent_id')} is null or disabled_above(${of('merchant_id')}) is null))`;
}

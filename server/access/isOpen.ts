import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a merchant's users get in: neither it nor one above it is disabled. Whoever has nobody above, as most have, is
 * known without a look-up.
 * @param merchants what the query calls the table
 */
export function isOpen(merchants: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${merchants}.${column}`);
  return sql<boolean>`(${of('status')} = 'active'
    and (${of('parent_id')} is null or disabled_above(${of('merchant_id')}) is null))`;
}

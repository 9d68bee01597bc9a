import { sql, type Transaction } from 'kysely';
import type { Resource } from '#shared/declaration/resource.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import type { WireRecord } from '../RecordSource.ts';
import { storedFieldsOf, tableOf } from './columns.ts';

/**
 * Sees that no stored record of the tenant refers to one that is about to go. References are no foreign keys, since
 * they may lead to records that are elsewhere: one that is made in the same moment is not seen.
 *
 * @param others the declarations whose tables are ready
 * @throws ConflictError naming the first resource that has such a record
 */
export async function refuseReferenced(
  tx: Transaction<Database>,
  merchantId: string,
  { resource, record }: { resource: Resource; record: WireRecord },
  others: readonly Resource[],
): Promise<void> {
  for (const other of others) {
    for (const field of storedFieldsOf(other)) {
      if (field.type !== 'reference' || field.reference !== resource.name) continue;
      const isItself = other.name === resource.name ? sql`and id <> ${record.id}` : sql``;
      const { rows } = await sql`
        select id from ${sql.table(tableOf(other.name))}
        where merchant_id = ${merchantId} and ${sql.ref(field.source)} = ${record.id} ${isItself} limit 1`.execute(tx);
      if (rows.length > 0)
        throw new ConflictError({ id: 'still_referenced', args: { resource: other.name }, current: record });
    }
  }
}

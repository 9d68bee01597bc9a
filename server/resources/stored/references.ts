import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { FieldOf, Resource } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, type Message, ValidationError } from '#server/errors.ts';
import type { Values, WireRecord } from '../RecordSource.ts';
import { storedFieldsOf, tableOf } from './columns.ts';

// References aren't foreign keys, because they may point to records elsewhere. Between stored records, a writer locks what it
// refers to, and a deletion locks what it deletes, so that each sees the other.

/**
 * Locks the stored records that the values refer to against deletion, until the transaction ends. Tables are locked in
 * the order of their names and rows in the order of their IDs, to avoid deadlocks.
 *
 * @param others the declarations whose tables exist
 * @throws {ValidationError} on the fields whose records don't exist, or were deleted meanwhile
 */
export async function lockReferenced(
  tx: Tx,
  merchantId: string,
  { resource, values }: { resource: Resource; values: Values },
  others: readonly Resource[],
): Promise<void> {
  const errors: Record<string, Message> = {};
  for (const other of others.toSorted((one, two) => (one.name < two.name ? -1 : 1))) {
    const fields = referencesTo(other, resource).filter(({ source }) => typeof values[source] === 'string');
    if (fields.length === 0) continue;
    const ids = [...new Set(fields.map(({ source }) => values[source]))].filter((id) => isUuid(id));
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(tableOf(other.name))} where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
      order by id for key share`.execute(tx);
    const found = new Set<unknown>(rows.map(({ id }) => id));
    for (const { source } of fields) if (!found.has(values[source])) errors[source] = { key: 'reference_not_found' };
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

/**
 * Checks that no stored record of the tenant refers to a record about to be deleted, which is locked.
 *
 * @param others the declarations whose tables exist
 * @throws {ConflictError} if a record refers to it; names the first such resource
 */
export async function refuseReferenced(
  tx: Tx,
  merchantId: string,
  { resource, record }: { resource: Resource; record: WireRecord },
  others: readonly Resource[],
): Promise<void> {
  for (const other of others) {
    for (const { source } of referencesTo(resource, other)) {
      const isItself = other.name === resource.name ? sql`and id <> ${record.id}` : sql``;
      const { rows } = await sql`
        select id from ${sql.table(tableOf(other.name))}
        where merchant_id = ${merchantId} and ${sql.ref(source)} = ${record.id} ${isItself} limit 1`.execute(tx);
      if (rows.length > 0)
        throw new ConflictError({ id: 'still_referenced', args: { resource: other.name }, current: record });
    }
  }
}

/** Stored fields of a resource that refer to records of another. */
function referencesTo({ name }: Resource, resource: Resource): FieldOf<'reference'>[] {
  return storedFieldsOf(resource).filter(
    (field): field is FieldOf<'reference'> => field.type === 'reference' && field.reference === name,
  );
}

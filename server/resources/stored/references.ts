import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { FieldOf, Resource } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import type { Values } from '../RecordSource.ts';
import { storedFieldsOf, tableOf } from './columns.ts';
import { linkedRows } from './links.ts';

// References aren't foreign keys, because they may point to records elsewhere. Between stored records, a writer locks what it
// refers to before its own row, and a deletion locks what it deletes before what refers to that. So each sees the other, and
// they don't wait for each other in a circle.

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
    const fields = referencesTo(other, resource).filter(({ source }) => idsIn(values[source]).length > 0);
    if (fields.length === 0) continue;
    const ids = [...new Set(fields.flatMap(({ source }) => idsIn(values[source])))].filter((id) => isUuid(id));
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(tableOf(other.name))} where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
      order by id for key share`.execute(tx);
    const found = new Set<unknown>(rows.map(({ id }) => id));
    for (const { source } of fields) {
      if (!idsIn(values[source]).every((id) => found.has(id))) errors[source] = { key: 'reference_not_found' };
    }
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

/** The IDs in the value of a reference, or of several. */
export function idsIn(value: unknown): string[] {
  return [value].flat().filter((id) => typeof id === 'string');
}

/** A field whose value is one ID of another resource's record, or a list of them. */
type ReferringField = FieldOf<'reference'> | FieldOf<'references'>;

/** Stored fields of a resource that refer to records of another. */
export function referencesTo({ name }: Pick<Resource, 'name'>, resource: Pick<Resource, 'fields'>): ReferringField[] {
  return storedFieldsOf(resource).filter(
    (field): field is ReferringField =>
      (field.type === 'reference' || field.type === 'references') && field.reference === name,
  );
}

/** Condition on the rows of a resource: the field refers to one of the records. */
export function refersTo(
  merchantId: string,
  { name }: Pick<Resource, 'name'>,
  { source, type }: ReferringField,
  ids: readonly string[],
): RawBuilder<boolean> {
  if (type === 'reference') return sql<boolean>`${sql.ref(source)} = any(${ids}::uuid[])`;
  return sql<boolean>`id in (${linkedRows({ merchantId, table: tableOf(name), source, ids })})`;
}

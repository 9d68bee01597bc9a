import { sql } from 'kysely';
import { type ChildrenField, childLimits, childrenIn, type Resource } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import type { Values } from '../RecordSource.ts';
import { tableOf } from './columns.ts';
import type { Deletion } from './deletion.ts';
import { GAP } from './lineOrder.ts';
import { readRows } from './storedRows.ts';

// A record with lines is their owner. Whoever changes the number of its lines locks the owner's row first, so that the limits
// of the number hold when the transaction commits.

/** A field whose lines are records of a resource. */
interface Owning {
  owner: Resource;
  field: ChildrenField;
}

function owningOf({ name }: Pick<Resource, 'name'>, others: readonly Resource[]): Owning[] {
  return others.flatMap((owner) =>
    childrenIn(owner.fields)
      .filter(({ reference }) => reference === name)
      .map((field) => ({ owner, field })),
  );
}

/** True if records of the resource can be lines of others. */
export function hasOwners(resource: Pick<Resource, 'name'>, others: readonly Resource[]): boolean {
  return owningOf(resource, others).length > 0;
}

/**
 * Locks the owners of a resource's new or deleted records. Taken before other locks of the write, because a write of an
 * owner locks its lines later than itself.
 * @param rows the records, or those of their values that exist already
 */
export async function lockOwners(
  tx: Tx,
  merchantId: string,
  { resource, rows }: { resource: Resource; rows: readonly Values[] },
  others: readonly Resource[],
): Promise<void> {
  for (const { owner, field } of owningOf(resource, others)) await lockOwnersIn(tx, merchantId, { owner, field }, rows);
}

/** The same for records that are about to be locked. */
export async function lockOwnersOfRows(
  tx: Tx,
  merchantId: string,
  { resource, ids }: { resource: Resource; ids: readonly string[] },
  others: readonly Resource[],
): Promise<void> {
  if (!hasOwners(resource, others)) return;
  const rows = await readRows(tx, { table: tableOf(resource.name), merchantId }, ids, null);
  await lockOwners(tx, merchantId, { resource, rows }, others);
}

async function lockOwnersIn(
  tx: Tx,
  merchantId: string,
  { owner, field }: Owning,
  rows: readonly Values[],
): Promise<string[]> {
  const ids = [...new Set(rows.flatMap(({ [field.target]: id }) => (typeof id === 'string' ? [id] : [])))];
  if (ids.length === 0) return [];
  const found = await sql<{ id: string }>`
    select id from ${sql.table(tableOf(owner.name))} where merchant_id = ${merchantId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** The values of a new record that isn't written with its owner, with the last place among the owner's lines. */
export async function placedLast(
  tx: Tx,
  merchantId: string,
  { resource, values }: { resource: Resource; values: Values },
  others: readonly Resource[],
): Promise<Values> {
  const last: Record<string, unknown> = {};
  for (const { field } of owningOf(resource, others)) {
    const { [field.target]: owner } = values;
    if (field.order === undefined || typeof owner !== 'string') continue;
    const { rows } = await sql<{ last: number | null }>`
      select max(${sql.ref(field.order)}) as last from ${sql.table(tableOf(resource.name))}
      where merchant_id = ${merchantId} and ${sql.ref(field.target)} = ${owner}`.execute(tx);
    last[field.order] = (rows[0]?.last ?? 0) + GAP;
  }
  return { ...last, ...values };
}

/** @throws {ValidationError} on the reference, if the owner of a new record has more lines now than it may have */
export async function assertFewLines(
  tx: Tx,
  merchantId: string,
  { resource, values }: { resource: Resource; values: Values },
  others: readonly Resource[],
): Promise<void> {
  for (const { field } of owningOf(resource, others)) {
    const { [field.target]: owner } = values;
    const { max } = childLimits(field);
    if (typeof owner === 'string' && (await countLines(tx, merchantId, field, owner)) > max)
      throw new ValidationError({ [field.target]: { key: 'too_many_lines', args: { max, smart_count: max } } });
  }
}

/**
 * Holds owners to their fewest lines after a deletion, except those that are deleted, too.
 * @param except the resource whose lines the caller counts
 * @throws {ConflictError} `too_few_lines`
 */
export async function assertEnoughLines(
  tx: Tx,
  merchantId: string,
  { deleted }: Deletion,
  others: readonly Resource[],
  except: string | null = null,
): Promise<void> {
  for (const { resource, rows } of deleted.values()) {
    if (resource.name === except) continue;
    for (const { owner, field } of owningOf(resource, others)) {
      const { min } = childLimits(field);
      if (min === 0) continue;
      const left = (await lockOwnersIn(tx, merchantId, { owner, field }, [...rows.values()])).filter(
        (id) => !deleted.get(owner.name)?.rows.has(id),
      );
      for (const id of left) {
        if ((await countLines(tx, merchantId, field, id)) < min)
          throw new ConflictError({ id: 'too_few_lines', args: { min, smart_count: min } });
      }
    }
  }
}

/** @throws {ValidationError} on the field, if a new record lacks lines */
export async function assertLinesOfNew(
  tx: Tx,
  merchantId: string,
  { fields }: Pick<Resource, 'fields'>,
  id: string,
): Promise<void> {
  for (const field of childrenIn(fields)) {
    const { min } = childLimits(field);
    if (min > 0 && (await countLines(tx, merchantId, field, id)) < min)
      throw new ValidationError({ [field.source]: { key: 'too_few_lines', args: { min, smart_count: min } } });
  }
}

export async function countLines(
  tx: Tx,
  merchantId: string,
  { reference, target }: Pick<ChildrenField, 'reference' | 'target'>,
  owner: string,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(tableOf(reference))}
    where merchant_id = ${merchantId} and ${sql.ref(target)} = ${owner}`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { type Message, ValidationError } from '#server/errors.ts';
import type { Values } from '../RecordSource.ts';
import { positionIn } from './positions.ts';
import type { StoredRow } from './presentRow.ts';

/** Rows of one tenant in a resource's table. */
interface TenantTable {
  table: string;
  merchantId: string;
}

/** Most levels of a tree, so that walking to its root takes a bounded number of steps. */
export const MOST_LEVELS = 20;

/** True if the records form a tree or have a manual order. */
export function isArranged({ tree, order }: Pick<Resource, 'tree' | 'order'>): boolean {
  return tree !== null || order !== null;
}

/**
 * Lets one transaction at a time change the tree or the order of a tenant's records. Taken before any other lock of the
 * write, so that a check of the tree still holds when the write commits, and writers don't wait for each other in a circle.
 */
export async function lockArrangement(tx: Tx, { table, merchantId }: TenantTable, resource: Resource): Promise<void> {
  if (!isArranged(resource)) return;
  const lock = async () =>
    (
      await sql`
        select resource from arrangements where merchant_id = ${merchantId} and resource = ${table} for update`.execute(
        tx,
      )
    ).rows.length > 0;
  if (await lock()) return;
  await sql`
    insert into arrangements (merchant_id, resource) values (${merchantId}, ${table})
    on conflict (merchant_id, resource) do nothing`.execute(tx);
  await lock();
}

/**
 * The values to write with the position that they lead to: last among the records below the same parent.
 *
 * @param rows the locked rows to change; none to create one
 * @throws {ValidationError} on the parent, if a record would be below itself or below too many levels
 */
export async function arranged(
  tx: Tx,
  place: TenantTable,
  { tree, order }: Pick<Resource, 'tree' | 'order'>,
  rows: readonly StoredRow[],
  values: Values,
): Promise<Values> {
  if (tree !== null && tree in values) await assertInTree(tx, place, tree, rows, values[tree] ?? null);
  if (order === null) return values;
  const isNew = rows.length === 0;
  const moves = isNew || (tree !== null && tree in values && rows.some((row) => row[tree] !== (values[tree] ?? null)));
  if (!moves) return values;
  // Several rows can't have one position. They come last, until the next move gives them positions.
  if (rows.length > 1) return { ...values, [order]: null };
  const group = groupSql(tree, values[tree ?? ''] ?? null);
  return {
    ...values,
    [order]: await positionIn(tx, place, { order, group, moved: rows[0]?.id ?? null, after: 'last' }),
  };
}

/** Condition on the rows that are ordered together: those below one parent, or all. */
export function groupSql(tree: string | null, parent: unknown): RawBuilder<boolean> {
  if (tree === null) return sql<boolean>`true`;
  return parent === null ? sql<boolean>`${sql.ref(tree)} is null` : sql<boolean>`${sql.ref(tree)} = ${parent}`;
}

/** Reads the ancestors of the new parent, and how deep the moved records reach: all records below them. */
async function assertInTree(
  tx: Tx,
  { table, merchantId }: TenantTable,
  tree: string,
  rows: readonly StoredRow[],
  parent: unknown,
): Promise<void> {
  if (parent === null) return;
  const refuse = (message: Message) => {
    throw new ValidationError({ [tree]: message });
  };
  const [name, above] = [sql.table(table), sql.ref(`one.${tree}`)];
  const ids = rows.map(({ id }) => id);
  const up = await sql<{ id: string }>`
    with recursive up (id, parent, level) as (
      select one.id, ${above}, 1 from ${name} one where one.merchant_id = ${merchantId} and one.id = ${parent}
      union all
      select one.id, ${above}, up.level + 1 from ${name} one join up on one.id = up.parent
      where one.merchant_id = ${merchantId} and up.level <= ${MOST_LEVELS})
    select id from up`.execute(tx);
  if (up.rows.some(({ id }) => ids.includes(id))) refuse({ key: 'tree_cycle' });
  const down = await sql<{ levels: number | null }>`
    with recursive down (id, level) as (
      select one.id, 1 from ${name} one where one.merchant_id = ${merchantId} and one.id = any(${ids}::uuid[])
      union all
      select one.id, down.level + 1 from ${name} one join down on ${above} = down.id
      where one.merchant_id = ${merchantId} and down.level <= ${MOST_LEVELS})
    select max(level) as levels from down`.execute(tx);
  const levels = up.rows.length + (down.rows[0]?.levels ?? 1);
  if (levels > MOST_LEVELS) refuse({ key: 'tree_too_deep', args: { max: MOST_LEVELS } });
}

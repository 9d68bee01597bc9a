import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { permissionKey } from '@merchant-console/protocol';
import { childLimits } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { ForbiddenError, ValidationError } from '#server/errors.ts';
import { LineError } from '../LineError.ts';
import type { Actor, LineChanges, Target, Values } from '../RecordSource.ts';
import { GAP, orderAfter, type PlacedLine, positionsFor } from './lineOrder.ts';
import { countLines } from './ownLines.ts';
import type { StoredTable } from './StoredTable.ts';

/** Writes of single records, which don't count the owner's lines. */
interface Writes {
  create(values: Values, id: string): Promise<unknown>;
  update(target: Target, values: Values): Promise<unknown>;
  remove(target: Target): Promise<unknown>;
}

/** See `RecordWriter.writeLines`. */
export async function writeLines(
  tx: Tx,
  stored: StoredTable,
  writes: Writes,
  { actor, owner, changes }: { actor: Actor; owner: string; changes: LineChanges },
): Promise<void> {
  const { field, kept, deleted } = changes;
  const { target, order } = field;
  const now = stored.clock.now();
  const gone = new Set(deleted.map((line) => line.target.id));
  const all = await placedLines(tx, stored, actor, { field, owner });
  const current = all.filter(({ id }) => !gone.has(id));
  // No ID contains a space.
  const keyOf = (line: LineChanges['kept'][number]) => line.target?.id ?? `new ${line.at}`;
  const { moved, renumbered } =
    order === undefined
      ? { moved: new Map<string, number>(), renumbered: new Map<string, number>() }
      : positionsFor(orderAfter(current, kept.map(keyOf)), current);
  for (const line of deleted) await atLine(line.at, () => writes.remove(line.target));
  for (const [seq, line] of kept.entries()) {
    const position = moved.get(keyOf(line));
    const placed = { ...line.values, ...(order !== undefined && position !== undefined && { [order]: position }) };
    await atLine(line.at, async () => {
      if (!line.target) {
        // IDs of one millisecond in the order of the call, because they order lines that have no other order.
        const id = uuidv7({ msecs: now.getTime(), seq });
        await writes.create({ ...placed, [target]: owner }, id);
      } else if (Object.keys(placed).length > 0) {
        assertMayMove(stored, actor);
        await writes.update(line.target, placed);
      }
    });
  }
  const named = new Set(kept.map(keyOf));
  const rest = [...moved].filter(([id]) => !named.has(id));
  if (order !== undefined) await renumber(tx, stored, actor, order, [...renumbered, ...rest]);
  await assertNumber(tx, actor, owner, changes);
}

async function atLine<T>(at: number, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw new LineError(at, error);
  }
}

/** Calls check the permissions for their values, but only the order of all lines shows which are moved. */
function assertMayMove({ resource: { name, operations } }: StoredTable, { permissions }: Actor): void {
  const mayEdit = operations.includes('edit') && permissions?.has(permissionKey(name, 'edit'));
  if (!mayEdit) throw new ForbiddenError();
}

/** All lines of the owner, also those that the actor may not see. Lines that are older than the order come last. */
async function placedLines(
  tx: Tx,
  stored: StoredTable,
  actor: Actor,
  { field: { target, order }, owner }: { field: LineChanges['field']; owner: string },
): Promise<PlacedLine[]> {
  if (order === undefined) return [];
  const { table, merchantId } = stored.placeOf(actor);
  const position = sql.ref(order);
  const { rows } = await sql<{ id: string; position: number | null }>`
    select id, ${position} as position from ${sql.table(table)}
    where merchant_id = ${merchantId} and ${sql.ref(target)} = ${owner}
    order by ${position} nulls last, id`.execute(tx);
  const last = rows.findLast((row) => row.position !== null)?.position ?? 0;
  const fresh = rows
    .filter((row) => row.position === null)
    .map(({ id }, at): [string, number] => [id, last + GAP * (at + 1)]);
  await renumber(tx, stored, actor, order, fresh);
  const positions = new Map(fresh);
  return rows.map((row) => ({ id: row.id, position: row.position ?? positions.get(row.id) ?? 0 }));
}

/** Lines that nobody has changed keep their revision. */
async function renumber(
  tx: Tx,
  { placeOf }: StoredTable,
  actor: Actor,
  order: string,
  positions: readonly [string, number][],
): Promise<void> {
  if (positions.length === 0) return;
  const { table, merchantId } = placeOf(actor);
  await sql`
    update ${sql.table(table)} set ${sql.ref(order)} = fresh.position
    from unnest(${positions.map(([id]) => id)}::uuid[], ${positions.map(([, position]) => position)}::integer[]) as fresh (id, position)
    where merchant_id = ${merchantId} and ${sql.table(table)}.id = fresh.id`.execute(tx);
}

/** Owners that are older than a limit stay as they are until their number changes in the wrong direction. */
async function assertNumber(
  tx: Tx,
  { merchantId }: Actor,
  owner: string,
  { field, kept, deleted }: LineChanges,
): Promise<void> {
  const created = kept.filter(({ target }) => target === null).length;
  if (created === deleted.length) return;
  const { min, max } = childLimits(field);
  const count = await countLines(tx, merchantId, field, owner);
  if (created > deleted.length && count > max)
    throw new ValidationError({ [field.source]: { key: 'too_many_lines', args: { max, smart_count: max } } });
  if (created < deleted.length && count < min)
    throw new ValidationError({ [field.source]: { key: 'too_few_lines', args: { min, smart_count: min } } });
}

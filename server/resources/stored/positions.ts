import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';

/** Distance between the positions of neighbours at first. Twelve records fit between two of them by halving. */
const GAP = 4096;
/** Positions are 32-bit integers, on both sides of 0. */
const END = 2_147_483_647;
/** Free positions that each record of a renumbered part gets, so that the next moves find some. */
const ROOM = 16;
/** Records on each side of a crowded place that are renumbered, at first. Four times as many each further time. */
const NEARBY = 8;

interface Placing {
  /** Column of the positions. */
  order: string;
  /** Condition on the rows that are ordered together. */
  group: RawBuilder<boolean>;
  /** ID of the row that is placed, or null for a new one. */
  moved: string | null;
  /** ID of the row to place it after, or `last`; null for the first place. */
  after: string | null;
}

interface Positioned {
  id: string;
  position: number;
}

/**
 * Returns a position between two neighbours. If they have none between them, it renumbers as few rows around them as have
 * room together, so that a move changes one row in most cases and a few on average. The arrangement must be locked.
 *
 * @throws {ConflictError} `arrangement_changed` if `after` isn't among the rows
 */
export async function positionIn(
  tx: Tx,
  { table, merchantId }: { table: string; merchantId: string },
  { order, group, moved, after }: Placing,
): Promise<number> {
  const column = sql.ref(order);
  const others = sql`${sql.table(table)} where merchant_id = ${merchantId} and ${group}
    and ${moved === null ? sql`true` : sql`id <> ${moved}`}`;
  const read = async (where: RawBuilder<unknown>, direction: 'asc' | 'desc', limit: number): Promise<Positioned[]> => {
    const way = sql.raw(direction);
    const { rows } = await sql<Positioned>`
      select id, ${column} as position from ${others} and ${where}
      order by ${column} ${way}, id ${way} limit ${limit}`.execute(tx);
    return rows;
  };
  const renumber = async (rows: readonly Positioned[]) => {
    await sql`
      update ${sql.table(table)} set ${column} = fresh.position
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ position }) => position)}::integer[]) as fresh (id, position)
      where merchant_id = ${merchantId} and ${sql.table(table)}.id = fresh.id`.execute(tx);
  };
  await numberRest();

  const left = await leftNeighbour();
  const [right] = await read(left ? sql`(${column}, id) > (${left.position}, ${left.id})` : sql`true`, 'asc', 1);
  const between = placeBetween(left?.position, right?.position);
  if (between !== null) return between;
  for (let nearby = NEARBY; ; nearby *= 4) {
    const before = left
      ? (await read(sql`(${column}, id) <= (${left.position}, ${left.id})`, 'desc', nearby + 1)).toReversed()
      : [];
    const behind = right ? await read(sql`(${column}, id) >= (${right.position}, ${right.id})`, 'asc', nearby + 1) : [];
    const start = before.length > nearby ? before.shift() : undefined;
    const end = behind.length > nearby ? behind.pop() : undefined;
    const from = start?.position ?? -END;
    const step = Math.floor(((end?.position ?? END) - from) / (before.length + behind.length + 2));
    if (step < ROOM && (start || end)) continue;
    const spread = (rows: readonly Positioned[], first: number) =>
      rows.map(({ id }, at) => ({ id, position: from + step * (first + at) }));
    await renumber([...spread(before, 1), ...spread(behind, before.length + 2)]);
    return from + step * (before.length + 1);
  }

  /** Gives positions to rows that have none yet, because they are older than the order. They come last, by their IDs. */
  async function numberRest() {
    const { rows } = await sql<{ id: string }>`select id from ${others} and ${column} is null order by id`.execute(tx);
    if (rows.length === 0) return;
    const [last] = await read(sql`${column} is not null`, 'desc', 1);
    const from = last?.position ?? 0;
    const step = Math.min(GAP, Math.floor((END - from) / (rows.length + 1)));
    await renumber(rows.map(({ id }, at) => ({ id, position: from + step * (at + 1) })));
  }

  async function leftNeighbour(): Promise<Positioned | undefined> {
    if (after === null) return undefined;
    if (after === 'last') return (await read(sql`true`, 'desc', 1))[0];
    const [found] = await read(sql`id = ${after}`, 'asc', 1);
    if (!found) throw new ConflictError({ id: 'arrangement_changed' });
    return found;
  }
}

/** A position between two others, of which one may be missing; null if there is none. */
function placeBetween(left: number | undefined, right: number | undefined): number | null {
  if (left === undefined && right === undefined) return 0;
  const from = left ?? Math.max(-END, (right ?? 0) - 2 * GAP);
  const to = right ?? Math.min(END, (left ?? 0) + 2 * GAP);
  return to - from < 2 ? null : Math.floor((from + to) / 2);
}

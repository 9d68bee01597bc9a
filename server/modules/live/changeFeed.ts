import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { LONGEST_ABSENCE_MS } from '#shared/contract/live.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';

/** How far somebody has read: all that a snapshot of the database saw. */
export interface Position {
  /** When that was by the database's clock, in milliseconds. */
  at: number;
  /** As PostgreSQL writes it: `xmin:xmax:in,progress`. */
  snapshot: string;
}

const POSITION = /^(\d{1,15})\.((\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?))$/;

/** Rows older than this are forgotten; longer than anybody may be away. */
const KEPT = '15 minutes';

/** Something that has changed, as one tenant sees it. */
export interface Change {
  /** Who may want to know. */
  merchantId: string;
  /** Name of the table, or of the resource that was audited. */
  resource: string;
  /** Whom alone it concerns; null: everybody. */
  userId: string | null;
  /** Of the tenant itself, of one below it, or of any, as the platform reads them. */
  whose: 'own' | 'below' | 'any';
}

export interface Read {
  changes: Change[];
  /** Up to where this has read. */
  position: Position;
}

/** A position, or how long ago in milliseconds. */
export type Since = Position | { agoMs: number };

const readSchema = z.object({
  snapshot: z.string(),
  at: z.coerce.number(),
  changes: z.array(
    z.object({
      merchantId: z.string(),
      resource: z.string(),
      userId: z.string(),
      whose: z.enum(['own', 'below', 'any']),
    }),
  ),
});

const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/**
 * What has changed for some tenants since a position, in one statement, whose snapshot is the next position. What a
 * transaction has noted that commits only later is news then: no snapshot before has seen it.
 */
export async function readChanges(
  { kysely }: Pick<Db, 'kysely'>,
  tenants: readonly string[],
  since: Since,
): Promise<Read> {
  const isNews = newsSince(since);
  const whose = tenants.length === 0 ? sql`null::uuid` : sql.join(tenants.map((id) => sql`${id}::uuid`));
  const { rows } = await sql`
    select pg_current_snapshot()::text as snapshot, floor(extract(epoch from now()) * 1000)::text as at,
      (select coalesce(jsonb_agg(news), '[]'::jsonb) from (
        select c.merchant_id as "merchantId", c.resource, c.user_id as "userId", 'own' as whose
        from changes c where c.merchant_id in (${whose}) and ${isNews}
        union
        select d.merchant_id, c.resource, c.user_id, 'below'
        from merchant_descendants d join changes c on c.merchant_id = d.descendant_id
        where d.merchant_id in (${whose}) and d.depth > 0 and ${isNews}
        ${tenants.includes(PLATFORM_ID) ? ofAny(isNews) : sql``}
      ) news) as changes`.execute(kysely);
  const { changes, at, snapshot } = readSchema.parse(rows[0]);
  return {
    changes: changes.map((change) => ({ ...change, userId: change.userId === EVERYBODY ? null : change.userId })),
    position: { at, snapshot },
  };
}

function newsSince(since: Since): RawBuilder<unknown> {
  if ('agoMs' in since) return sql`c.at > clock_timestamp() - ${since.agoMs} * interval '1 millisecond'`;
  const seen = sql`${since.snapshot}::pg_snapshot`;
  return sql`c.xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(c.xid, ${seen})`;
}

function ofAny(isNews: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    union
    select ${PLATFORM_ID}::uuid, c.resource, c.user_id, 'any' from changes c
    where c.resource in ('deposits', 'withdrawals', 'adjustments') and ${isNews}`;
}

/** Removes what nobody goes on from any more. For a task of every few minutes. */
export async function forgetOldChanges({ kysely }: Pick<Db, 'kysely'>): Promise<void> {
  await sql`delete from changes where at < now() - ${sql.lit(KEPT)}::interval`.execute(kysely);
}

/** What is told to clients, who only ever give it back. */
export function cursorOf({ at, snapshot }: Position): string {
  return `${at}.${snapshot}`;
}

/** Null for what cannot be a cursor of ours: the database would refuse to read it. */
export function readCursor(cursor: string): Position | null {
  const [, at = '', snapshot = '', begin = '', end = '', between = ''] = POSITION.exec(cursor) ?? [];
  if (snapshot === '') return null;
  const [xmin, xmax] = [BigInt(begin), BigInt(end)];
  const running = between === '' ? [] : between.split(',').map(BigInt);
  const isInOrder = running.every((xid, index) => xid >= (running[index - 1] ?? xmin) && xid < xmax);
  return xmin > 0n && xmin <= xmax && isInOrder ? { at: Number(at), snapshot } : null;
}

/** Whether changes after a position may have been forgotten, or it is of another database. */
export function isLost(position: Position, now: Position): boolean {
  return now.at - position.at > LONGEST_ABSENCE_MS || beginOf(position) > beginOf(now);
}

function beginOf({ snapshot }: Position): bigint {
  return BigInt(snapshot.slice(0, snapshot.indexOf(':')));
}

import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { LONGEST_ABSENCE_MS } from '#shared/contract/live.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';

/** A reader's position: everything visible in a database snapshot. */
export interface Position {
  /** Database time of the snapshot, in milliseconds. */
  at: number;
  /** In PostgreSQL's format: `xmin:xmax:in,progress`. */
  snapshot: string;
}

const POSITION = /^(\d{1,15})\.((\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?))$/;

/** Retention of changes; longer than any reader may be away. */
const KEPT = '15 minutes';

/** A change as visible to one tenant. */
export interface Change {
  /** Tenant to notify. */
  merchantId: string;
  /** Name of the changed table or audited resource. */
  resource: string;
  /** The only user concerned, or null for all. */
  userId: string | null;
  /** `own`: of the tenant itself. `below`: of a tenant below it. `any`: of any tenant, for the platform. */
  whose: 'own' | 'below' | 'any';
}

export interface Read {
  changes: Change[];
  /** Position after these changes. */
  position: Position;
}

/** A position, or an age in milliseconds. */
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
 * Changes for some tenants since a position, in one statement whose snapshot is the next position. Changes of
 * transactions that commit later aren't lost, because no earlier snapshot contains them.
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
    where c.resource in ('deposits', 'withdrawals', 'adjustments', 'orders', 'payouts', 'refunds') and ${isNews}
      and c.merchant_id not in (select merchant_id from merchants where type = 'test')`;
}

/** Deletes changes that no reader can resume from. Runs every few minutes. */
export async function forgetOldChanges({ kysely }: Pick<Db, 'kysely'>): Promise<void> {
  await sql`delete from changes where at < now() - ${sql.lit(KEPT)}::interval`.execute(kysely);
}

/** Opaque cursor for clients. */
export function cursorOf({ at, snapshot }: Position): string {
  return `${at}.${snapshot}`;
}

/** The position of a cursor, or null if it is malformed and the database would reject it. */
export function readCursor(cursor: string): Position | null {
  const [, at = '', snapshot = '', begin = '', end = '', between = ''] = POSITION.exec(cursor) ?? [];
  if (snapshot === '') return null;
  const [xmin, xmax] = [BigInt(begin), BigInt(end)];
  const running = between === '' ? [] : between.split(',').map(BigInt);
  const isInOrder = running.every((xid, index) => xid >= (running[index - 1] ?? xmin) && xid < xmax);
  return xmin > 0n && xmin <= xmax && isInOrder ? { at: Number(at), snapshot } : null;
}

/** True if changes after a position may have been deleted, or it belongs to another database. */
export function isLost(position: Position, now: Position): boolean {
  return now.at - position.at > LONGEST_ABSENCE_MS || beginOf(position) > beginOf(now);
}

function beginOf({ snapshot }: Position): bigint {
  return BigInt(snapshot.slice(0, snapshot.indexOf(':')));
}

import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { LONGEST_ABSENCE_MS } from '#shared/contract/live.ts';
import type { Db } from '#server/db/connect.ts';
import { ANYTHING, OVERLAP_MS } from '#server/db/longTransactions.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';

/** Retention of changes; longer than any reader may be away, and the oldest change that is counted for one. */
const KEPT = '15 minutes';

/** Changes that are younger are counted at each poll. In milliseconds. */
export const RECENT_MS = 2_000;

/** Interval at which changes of the whole overlap are counted again. In milliseconds. */
export const WHOLE_EVERY_MS = 10_000;

/** Where to read from: a time of the database in milliseconds, or an age in milliseconds. */
export type Since = { from: number } | { agoMs: number };

/** Other times since which a read counts, as times of the database in milliseconds. */
interface Marks {
  /** Default: one overlap ago. */
  next?: number;
  /** Default: `RECENT_MS` ago. */
  recent?: number;
}

/** How many changes of one kind are visible. */
export interface Change {
  /** Tenant to notify. */
  merchantId: string;
  /** Name of the changed table or audited resource, or `ANYTHING`. */
  resource: string;
  /** The only user concerned, or null for all. */
  userId: string | null;
  /** `own`: of the tenant itself. `below`: of a tenant below it. `any`: of any tenant, for the platform. */
  whose: 'own' | 'below' | 'any';
  /** Changes since the time that was asked for. */
  count: number;
  /** Changes since `next` of the same read. */
  nextCount: number;
}

export interface Read {
  changes: readonly Change[];
  /** Where the next read begins: a time of the database in milliseconds. */
  next: number;
  /** True if changes after the time that was asked for may have been deleted, or it is in the future. */
  isLost: boolean;
}

/** A read that also counts recent changes. */
export interface WindowRead extends Read {
  /** `recentCount`: changes since `recent`. */
  changes: readonly (Change & { recentCount: number })[];
  /** A time of the database in milliseconds. */
  recent: number;
}

const readSchema = z.object({
  now: z.coerce.number(),
  from: z.coerce.number(),
  next: z.coerce.number(),
  recent: z.coerce.number(),
  changes: z.array(
    z.object({
      merchantId: z.string(),
      resource: z.string(),
      userId: z.string(),
      whose: z.enum(['own', 'below', 'any']),
      count: z.int(),
      nextCount: z.int(),
      recentCount: z.int(),
    }),
  ),
});

const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Counts the visible changes for some tenants since a time. Rows are never changed, so a count that is higher than that of
 * the last read means that others have become visible since, whenever they were written.
 */
export async function readChanges(
  { kysely }: Pick<Db, 'kysely'>,
  tenants: readonly string[],
  since: Since,
  { next, recent }: Marks = {},
): Promise<WindowRead> {
  const now = sql`date_trunc('milliseconds', now())`;
  const window = {
    from: 'from' in since ? timeOf(since.from) : sql`${now} - ${ms(since.agoMs)}`,
    next: next === undefined ? sql`${now} - ${ms(OVERLAP_MS)}` : timeOf(next),
    recent: recent === undefined ? sql`${now} - ${ms(RECENT_MS)}` : timeOf(recent),
  };
  const whose = tenants.length === 0 ? sql`null::uuid` : sql.join(tenants.map((id) => sql`${id}::uuid`));
  const { rows } = await sql`
    select ${epoch(now)} as now, ${epoch(window.from)} as from, ${epoch(window.next)} as next,
      ${epoch(window.recent)} as recent,
      (select coalesce(jsonb_agg(counted), '[]'::jsonb) from (
        select c.merchant_id as "merchantId", c.resource, c.user_id as "userId", 'own' as whose, ${counts(window)}
        from changes c where c.merchant_id in (${whose}) and ${isWithin(window)} group by 1, 2, 3
        union all
        select d.merchant_id, c.resource, c.user_id, 'below', ${counts(window)}
        from merchant_descendants d join changes c on c.merchant_id = d.descendant_id
        where d.merchant_id in (${whose}) and d.depth > 0 and ${isWithin(window)} group by 1, 2, 3
        union all
        select ${PLATFORM_ID}::uuid, c.resource, c.user_id, 'any', ${counts(window)} from changes c
        where ${tenants.includes(PLATFORM_ID) ? isOfAny : isAnything} and ${isWithin(window)} group by 1, 2, 3
      ) counted) as changes`.execute(kysely);
  const read = readSchema.parse(rows[0]);
  return {
    changes: read.changes.map((change) => ({ ...change, userId: change.userId === EVERYBODY ? null : change.userId })),
    next: read.next,
    recent: read.recent,
    isLost: 'from' in since && (read.now - read.from > LONGEST_ABSENCE_MS + OLDEST_MS || read.from > read.now),
  };
}

/** Age of the oldest change in a position that a reader has just received. */
const OLDEST_MS = OVERLAP_MS + WHOLE_EVERY_MS;

interface Window {
  from: RawBuilder<unknown>;
  next: RawBuilder<unknown>;
  recent: RawBuilder<unknown>;
}

const isAnything = sql`c.merchant_id = ${PLATFORM_ID} and c.resource = ${ANYTHING}`;

const isOfAny = sql`
  c.resource in ('deposits', 'withdrawals', 'adjustments', 'orders', 'payouts', 'refunds', ${ANYTHING})
  and c.merchant_id not in (select merchant_id from merchants where type = 'test')`;

function isWithin({ from, next, recent }: Window): RawBuilder<unknown> {
  return sql`c.at > least(${from}, ${next}, ${recent})`;
}

function counts({ from, next, recent }: Window): RawBuilder<unknown> {
  return sql`
    (count(*) filter (where c.at > ${from}))::integer as count,
    (count(*) filter (where c.at > ${next}))::integer as "nextCount",
    (count(*) filter (where c.at > ${recent}))::integer as "recentCount"`;
}

function timeOf(time: number): RawBuilder<unknown> {
  return sql`${new Date(time)}::timestamptz`;
}

function ms(duration: number): RawBuilder<unknown> {
  return sql`${duration} * interval '1 millisecond'`;
}

function epoch(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`floor(extract(epoch from ${time}) * 1000)::text`;
}

/** Deletes changes that no reader can resume from. Runs every few minutes. */
export async function forgetOldChanges({ kysely }: Pick<Db, 'kysely'>): Promise<void> {
  await sql`delete from changes where at < now() - ${sql.lit(KEPT)}::interval`.execute(kysely);
}

import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { sqlState } from '#server/db/dbErrors.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { DEEPEST_COUNTED, type QueueDepth, UNMETERED, type WorkerMeter } from '#server/jobs/jobQueue.ts';

/** Poll interval in milliseconds. Unfolded deltas don't affect correctness, only reading time. */
const IDLE_MS = 2_000;

/**
 * Longest pause in milliseconds. It is ten times as long as the fold before, so that the changes of many tenants are folded
 * together, not all the time.
 */
const LONGEST_IDLE_MS = 20_000;

/** Deltas per statement, and per round trip. Few, because calls of merchants' servers may wait behind them. */
const FOLDED_AT_ONCE = 1_000;

/** Statements that share a round trip. */
const STATEMENTS_AT_ONCE = 20;

/** numeric_value_out_of_range */
const OUT_OF_RANGE = '22003';

/**
 * Folds recorded changes of orders into their sums, by statements for one tenant each. Several processes may do so at
 * once; each takes rows that the others haven't locked. Changes whose sum exceeds a column, such as many pending orders of
 * the largest amount, stay, and readers add them up.
 *
 * @param signal ends it early
 * @returns the number of changes
 * @throws the first error, after the changes of all other tenants have been folded
 */
export async function foldDeltas(db: Db, signal?: AbortSignal): Promise<number> {
  const due = await duePieces(db);
  const failed: Promise<number>[] = [];
  let folded = 0;
  for (let group = nextOf(due); group.length > 0; group = nextOf(due)) {
    if (signal?.aborted) break;
    const folding = group.map((piece) => foldPiece(db, piece));
    for (const [index, answer] of (await Promise.allSettled(folding)).entries()) {
      if (answer.status === 'fulfilled') folded += answer.value;
      else if (folding[index]) failed.push(folding[index]);
    }
  }
  await Promise.all(failed);
  return folded;
}

/** Changes of one tenant for one statement. */
interface Piece {
  merchantId: string;
  /** IDs of its changes are higher. */
  after: string;
  /** The highest of these IDs. */
  last: string;
  /** Number of changes. */
  count: number;
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

async function duePieces(db: Db): Promise<Piece[]> {
  const { rows } = await sql<{ merchant_id: string; last: string; place: number }>`
    select merchant_id, id as last, place::integer as place from (
      select merchant_id, id, row_number() over by_id as place, lead(id) over by_id is null as is_last
      from order_deltas window by_id as (partition by merchant_id order by id)
    ) placed
    where place % ${sql.lit(FOLDED_AT_ONCE)} = 0 or is_last
    order by merchant_id, placed.place`.execute(db.kysely);
  return rows.map(({ merchant_id, last, place }, index) => {
    const before = rows[index - 1];
    const isFirst = before?.merchant_id !== merchant_id;
    const start = isFirst || !before ? { last: LOWEST_ID, place: 0 } : before;
    return { merchantId: merchant_id, after: start.last, last, count: place - start.place };
  });
}

/** Takes the pieces of the next round trip. */
function nextOf(due: Piece[]): Piece[] {
  let [taken, changes] = [0, 0];
  for (const { count } of due.slice(0, STATEMENTS_AT_ONCE)) {
    changes += count;
    if (taken > 0 && changes > FOLDED_AT_ONCE) break;
    taken += 1;
  }
  return due.splice(0, taken);
}

/** @returns the number of changes: 0 if a sum is too large */
async function foldPiece(db: Db, { merchantId, after, last }: Piece): Promise<number> {
  try {
    const [row] = await db.single<{ folded: number }>(FOLD, [merchantId, after, last]);
    return row?.folded ?? 0;
  } catch (error) {
    if (sqlState(error) === OUT_OF_RANGE) return 0;
    throw error;
  }
}

/**
 * One statement, so that readers see each change in exactly one place. `is true` keeps the planner from joining: it then looks each
 * change up in a hash table, also by a plan that was made for few changes.
 */
const FOLD = `
  with taken as materialized (
    select id from order_deltas where merchant_id = $1 and id > $2 and id <= $3
    limit ${FOLDED_AT_ONCE} for update skip locked
  ), folded as (
    delete from order_deltas
    where merchant_id = $1 and id > $2 and id <= $3 and (id in (select id from taken)) is true
    returning *
  ), added as (
    insert into order_buckets as b
      (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
    select $1::uuid, bucket, currency, channel_id, status,
      sum(order_count), sum(amount), sum(fee), sum(arrival_amount)
    from folded group by 2, 3, 4, 5
    order by 2, 3, 4, 5 -- all lock them in this order
    on conflict (merchant_id, bucket, currency, channel_id, status) do update set
      order_count = b.order_count + excluded.order_count, amount = b.amount + excluded.amount,
      fee = b.fee + excluded.fee, arrival_amount = b.arrival_amount + excluded.arrival_amount
    returning 1
  ), added_by_day as (
    insert into order_days as d
      (merchant_id, day, currency, channel_id, status, order_count, amount, fee, arrival_amount)
    select $1::uuid, order_day(bucket), currency, channel_id, status,
      sum(order_count), sum(amount), sum(fee), sum(arrival_amount)
    from folded group by 2, 3, 4, 5
    order by 2, 3, 4, 5
    on conflict (merchant_id, day, currency, channel_id, status) do update set
      order_count = d.order_count + excluded.order_count, amount = d.amount + excluded.amount,
      fee = d.fee + excluded.fee, arrival_amount = d.arrival_amount + excluded.arrival_amount
    returning 1
  )
  select count(*)::integer as folded from folded`;

/** The number of unfolded changes; all of them are due. */
export async function deltaQueueDepth(db: Db): Promise<QueueDepth> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::integer as due from (select from order_deltas limit ${DEEPEST_COUNTED}) counted`.execute(
    db.kysely,
  );
  return { due: rows[0]?.due ?? 0, later: 0 };
}

/** Worker that folds changes of orders into their sums. */
export function createDeltaFolder({ db, log, meter = UNMETERED }: { db: Db; log: DbLog; meter?: WorkerMeter }) {
  const stopping = new AbortController();
  let folding: Promise<void> | undefined;

  async function foldOnce(): Promise<void> {
    try {
      const folded = await foldDeltas(db, stopping.signal);
      if (folded > 0) meter.worked();
      else meter.looked();
    } catch (error) {
      meter.failed();
      log.error({ err: error }, 'Failed to add up order totals; will retry');
    }
  }

  async function fold(): Promise<void> {
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      await foldOnce();
      const restMs = Math.min(LONGEST_IDLE_MS, Math.max(IDLE_MS, (performance.now() - begun) * 10));
      await pause(restMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    subject: 'figures',
    start(): void {
      folding ??= fold();
    },
    /** Waits for the running fold. */
    async stop(): Promise<void> {
      stopping.abort();
      await folding;
    },
  };
}

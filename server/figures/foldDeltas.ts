import { setTimeout as pause } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { sqlState } from '#server/db/dbErrors.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { DEEPEST_COUNTED, type QueueDepth, UNMETERED, type WorkerMeter } from '#server/jobs/jobQueue.ts';

/** Poll interval in milliseconds. Unfolded deltas don't affect correctness, only reading time. */
const IDLE_MS = 2_000;

/** Deltas per statement. */
const FOLDED_AT_ONCE = 5_000;

/** numeric_value_out_of_range */
const OUT_OF_RANGE = '22003';

/**
 * Folds recorded changes of orders into their sums. Several processes may do so at once; each takes rows that the others
 * haven't locked. Changes whose sum exceeds a column, such as many pending orders of the largest amount, stay, and
 * readers add them up.
 *
 * @returns the number of changes; at least `FOLDED_AT_ONCE` if there may be more
 */
export async function foldDeltas(db: Db): Promise<number> {
  return (await foldThose(db, sql`true`)) ?? foldByMerchant(db);
}

/** Folds the changes of all merchants but those whose sums are too large. */
async function foldByMerchant(db: Db): Promise<number> {
  const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id from order_deltas`.execute(db.kysely);
  let folded = 0;
  for (const { merchant_id } of rows) {
    folded += (await foldThose(db, sql`merchant_id = ${merchant_id}`)) ?? 0;
  }
  return folded;
}

/** Returns null, without a change, if a sum is too large. */
async function foldThose(db: Db, where: RawBuilder<unknown>): Promise<number | null> {
  try {
    return await foldAtOnce(db, where);
  } catch (error) {
    if (sqlState(error) === OUT_OF_RANGE) return null;
    throw error;
  }
}

/** In one statement, so that readers see each change in exactly one place. */
async function foldAtOnce(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await db.transaction((tx) =>
    sql<{ folded: number }>`
      with taken as (
        select merchant_id, id from order_deltas where ${where} limit ${FOLDED_AT_ONCE} for update skip locked
      ), folded as (
        delete from order_deltas d using taken t where d.merchant_id = t.merchant_id and d.id = t.id returning d.*
      ), added as (
        insert into order_buckets as b
          (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
        select merchant_id, bucket, currency, channel_id, status,
          sum(order_count), sum(amount), sum(fee), sum(arrival_amount)
        from folded group by 1, 2, 3, 4, 5
        order by 1, 2, 3, 4, 5 -- all lock them in this order
        on conflict (merchant_id, bucket, currency, channel_id, status) do update set
          order_count = b.order_count + excluded.order_count, amount = b.amount + excluded.amount,
          fee = b.fee + excluded.fee, arrival_amount = b.arrival_amount + excluded.arrival_amount
        returning 1
      ), added_by_day as (
        insert into order_days as d
          (merchant_id, day, currency, channel_id, status, order_count, amount, fee, arrival_amount)
        select merchant_id, order_day(bucket), currency, channel_id, status,
          sum(order_count), sum(amount), sum(fee), sum(arrival_amount)
        from folded group by 1, 2, 3, 4, 5
        order by 1, 2, 3, 4, 5
        on conflict (merchant_id, day, currency, channel_id, status) do update set
          order_count = d.order_count + excluded.order_count, amount = d.amount + excluded.amount,
          fee = d.fee + excluded.fee, arrival_amount = d.arrival_amount + excluded.arrival_amount
        returning 1
      )
      select count(*)::integer as folded from folded`.execute(tx),
  );
  return rows[0]?.folded ?? 0;
}

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

  async function foldOnce(): Promise<number> {
    try {
      const folded = await foldDeltas(db);
      if (folded > 0) meter.worked();
      else meter.looked();
      return folded;
    } catch (error) {
      meter.failed();
      log.error({ err: error }, 'Failed to add up order totals; will retry');
      return 0;
    }
  }

  async function fold(): Promise<void> {
    while (!stopping.signal.aborted) {
      const folded = await foldOnce();
      if (folded < FOLDED_AT_ONCE) await pause(IDLE_MS, undefined, { signal: stopping.signal }).catch(() => {});
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

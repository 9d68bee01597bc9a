import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { DEEPEST_COUNTED, type QueueDepth, UNMETERED, type WorkerMeter } from '#server/jobs/jobQueue.ts';

/** How often it looks for changes, in milliseconds. Figures are right without it; reading them takes longer then. */
const IDLE_MS = 2_000;

/** Deltas that one statement folds. */
export const FOLDED_AT_ONCE = 5_000;

/**
 * Moves noted changes of orders into the sums that they belong to, by one statement: whoever reads sees each change in
 * one of the two places. Several processes may do so at once; each takes what no other has.
 *
 * @returns how many changes that were; `FOLDED_AT_ONCE` if there may be more
 */
export async function foldDeltas(db: Db): Promise<number> {
  const { rows } = await db.transaction((tx) =>
    sql<{ folded: number }>`
      with taken as (
        select merchant_id, id from order_deltas limit ${FOLDED_AT_ONCE} for update skip locked
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
      )
      select count(*)::integer as folded from folded`.execute(tx),
  );
  return rows[0]?.folded ?? 0;
}

/** How many changes are still to be folded; all of them are due. */
export async function deltasLeft(db: Db): Promise<QueueDepth> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::integer as due from (select from order_deltas limit ${DEEPEST_COUNTED}) counted`.execute(
    db.kysely,
  );
  return { due: rows[0]?.due ?? 0, later: 0 };
}

/** Folds changes of orders into their sums until it is stopped. */
export function createFolder({ db, log, meter = UNMETERED }: { db: Db; log: DbLog; meter?: WorkerMeter }) {
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
      log.error({ err: error }, 'Sums of orders could not be folded; it will be tried again');
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
    start(): void {
      folding ??= fold();
    },
    /** Waits for what is under way. */
    async stop(): Promise<void> {
      stopping.abort();
      await folding;
    },
  };
}

import { millisecondsInMinute } from 'date-fns/constants';
import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { CallCounter } from '#server/http/limits.ts';

/** Interval at which servers exchange counts. In between each knows only its own calls. */
const EXCHANGE_EVERY_MS = 1_000;

interface Count {
  /** Calls to this server. */
  own: number;
  /** Those of `own` that have been sent to the database. */
  reported: number;
  /** Calls to all servers, as of this server's last exchange. */
  all: number;
}

export interface CallCounts extends CallCounter {
  /** Stops exchanging counts. */
  close(this: void): Promise<void>;
}

interface CallCountDeps {
  /** Database for the exchange, or null for a single server. */
  db: Db | null;
  clock: Clock;
  log: DbLog;
  exchangeEveryMs?: number;
}

/**
 * Counts calls per key and minute over all servers of a database. No call waits for the database: each server sends its
 * counts once a second and reads the others' then, so together they may exceed a limit by one second's calls.
 */
export function createCallCounts({ db, clock, log, exchangeEveryMs = EXCHANGE_EVERY_MS }: CallCountDeps): CallCounts {
  let minute = -Infinity;
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let exchanging: Promise<void> = Promise.resolve();

  function beginMinute(at: number): void {
    minute = at;
    counts = new Map();
  }

  async function exchange(shared: Db): Promise<void> {
    const [at, known] = [minute, counts];
    const news = [...known]
      .filter(([, { own, reported }]) => own > reported)
      .map(([key, { own, reported }]) => ({ key, calls: own - reported }));
    const { rows } = await sql<{ key: string; calls: number }>`
      insert into call_counts as c (merchant_id, key, minute, calls)
      select ${PLATFORM_ID}::uuid, n.key, ${new Date(at)}::timestamptz, n.calls
      from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (key text, calls integer)
      order by n.key
      on conflict (merchant_id, key, minute) do update set calls = c.calls + excluded.calls
      returning key, calls`.execute(shared.kysely);
    const sent = new Map(news.map(({ key, calls }) => [key, calls]));
    for (const { key, calls } of rows) {
      const count = known.get(key);
      if (!count) continue;
      count.reported += sent.get(key) ?? 0;
      count.all = calls;
    }
  }

  function exchangeLater(shared: Db): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      // Sequential, so that counts in transit aren't sent twice.
      exchanging = exchanging
        .then(() => exchange(shared))
        .catch((error: unknown) => log.warn({ err: error }, 'Failed to share rate limits with the other servers'));
    }, exchangeEveryMs).unref();
  }

  return {
    add(key) {
      const now = clock.now().getTime();
      const at = now - (now % millisecondsInMinute);
      if (at !== minute) beginMinute(at);
      const count = counts.get(key) ?? { own: 0, reported: 0, all: 0 };
      counts.set(key, count);
      count.own += 1;
      if (db) exchangeLater(db);
      return { calls: count.all + count.own - count.reported, leftMs: at + millisecondsInMinute - now };
    },
    async close() {
      clearTimeout(timer);
      await exchanging;
    },
  };
}

/** Deletes counts of past minutes. */
export async function forgetCallCounts({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 2 * millisecondsInMinute);
  await sql`
    delete from call_counts
    where merchant_id = ${PLATFORM_ID} and minute < ${before}`.execute(kysely);
}

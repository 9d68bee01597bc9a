import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import { MINUTE_MS, type CallCounter } from '#server/http/limits.ts';

/** Servers tell each other so often; within it each knows only of its own calls. */
const TELL_EVERY_MS = 1_000;

interface Count {
  /** Calls to this server. */
  own: number;
  /** Those of them that the others know of. */
  told: number;
  /** What all have told, as it was when this server told last. */
  all: number;
}

export interface CallCounts extends CallCounter {
  /** Tells nothing any more. */
  close(this: void): Promise<void>;
}

interface CallCountMeans {
  /** Where servers tell each other; null: there is no other server. */
  db: Db | null;
  clock: Clock;
  log: DbLog;
  tellEveryMs?: number;
}

/**
 * Counts calls by key, minute by minute, over all servers of a database. No call waits for the database: a server tells
 * its counts once a second and learns the others' then, so that together they let through what comes in a second more.
 */
export function createCallCounts({ db, clock, log, tellEveryMs = TELL_EVERY_MS }: CallCountMeans): CallCounts {
  let minute = -Infinity;
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();

  function beginMinute(at: number): void {
    minute = at;
    counts = new Map();
  }

  async function tell(shared: Db): Promise<void> {
    const [at, known] = [minute, counts];
    const news = [...known]
      .filter(([, { own, told }]) => own > told)
      .map(([key, { own, told }]) => ({ key, calls: own - told }));
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
      count.told += sent.get(key) ?? 0;
      count.all = calls;
    }
  }

  function tellLater(shared: Db): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      // One after the other: what is on its way is not told again.
      telling = telling
        .then(() => tell(shared))
        .catch((error: unknown) => log.warn({ err: error }, 'Servers do not know of each other’s calls'));
    }, tellEveryMs).unref();
  }

  return {
    add(key) {
      const now = clock.now().getTime();
      const at = now - (now % MINUTE_MS);
      if (at !== minute) beginMinute(at);
      const count = counts.get(key) ?? { own: 0, told: 0, all: 0 };
      counts.set(key, count);
      count.own += 1;
      if (db) tellLater(db);
      return { calls: count.all + count.own - count.told, leftMs: at + MINUTE_MS - now };
    },
    async close() {
      clearTimeout(timer);
      await telling;
    },
  };
}

/** Removes counts of minutes that are over. */
export async function forgetCallCounts({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  await sql`
    delete from call_counts
    where merchant_id = ${PLATFORM_ID} and minute < ${new Date(now.getTime() - 2 * MINUTE_MS)}`.execute(kysely);
}

import { sql, type QueryExecutorProvider } from 'kysely';
import { PLATFORM_ID } from './platform.ts';

/** The lock passed to another holder, because it was not renewed in time. */
export class LockLostError extends Error {
  constructor(name: string) {
    super(`The lock "${name}" was lost to another process`);
    this.name = 'LockLostError';
  }
}

export interface LockOptions {
  name: string;
  /** This holder and no other, such as a random id. */
  holder: string;
  /** How long the lock outlives a holder that died, in milliseconds. While the holder lives it is renewed. */
  ttlMs: number;
}

/** `ran: false`: another one holds the lock. */
export type LockOutcome<T> = { ran: true; value: T } | { ran: false };

/** The table that the locks are in. */
export const CREATE_LOCKS = `create table if not exists locks (
  merchant_id uuid not null,
  name text not null,
  holder text not null,
  expires_at timestamptz not null,
  primary key (merchant_id, name)
)`;

/**
 * Runs `fn` unless another process of any computer holds the lock of that name: for work that one process at a time
 * may do, such as a scheduler's. The lock is a row with an expiry by the database's clock, the one clock that all
 * share. It is renewed three times per `ttlMs`; `signal` is aborted with a LockLostError when that came too late,
 * and `fn` should then stop.
 * @throws what `fn` throws, after giving the lock back
 */
export async function withLock<T>(
  db: QueryExecutorProvider,
  options: LockOptions,
  fn: (signal: AbortSignal) => Promise<T>,
): Promise<LockOutcome<T>> {
  if (!(await taken(db, options))) return { ran: false };
  const lost = new AbortController();
  const beat = setInterval(() => {
    renewed(db, options).then(
      (held) => held || lost.abort(new LockLostError(options.name)),
      () => {}, // a database that can't be reached: the next beat tries again, or the lock runs out
    );
  }, options.ttlMs / 3);
  beat.unref();
  try {
    return { ran: true, value: await fn(lost.signal) };
  } finally {
    clearInterval(beat);
    await givenBack(db, options).catch(() => {}); // it runs out by itself
  }
}

async function taken(db: QueryExecutorProvider, { name, holder, ttlMs }: LockOptions): Promise<boolean> {
  const { rows } = await sql`
    insert into locks (merchant_id, name, holder, expires_at)
    values (${PLATFORM_ID}, ${name}, ${holder}, ${expiry(ttlMs)})
    on conflict (merchant_id, name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where locks.expires_at < now()
    returning holder`.execute(db);
  return rows.length === 1;
}

async function renewed(db: QueryExecutorProvider, { name, holder, ttlMs }: LockOptions): Promise<boolean> {
  const { rows } = await sql`
    update locks set expires_at = ${expiry(ttlMs)}
    where merchant_id = ${PLATFORM_ID} and name = ${name} and holder = ${holder}
    returning holder`.execute(db);
  return rows.length === 1;
}

async function givenBack(db: QueryExecutorProvider, { name, holder }: LockOptions): Promise<void> {
  await sql`
    delete from locks
    where merchant_id = ${PLATFORM_ID} and name = ${name} and holder = ${holder}`.execute(db);
}

function expiry(ttlMs: number) {
  return sql`now() + ${ttlMs}::float8 * interval '1 millisecond'`;
}

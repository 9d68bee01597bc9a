import { sql, type QueryExecutorProvider } from 'kysely';
import { PLATFORM_ID } from './tenants.ts';

/** Thrown if the lock passed to another holder because it wasn't renewed in time. */
export class LockLostError extends Error {
  constructor(name: string) {
    super(`The lock "${name}" was lost to another process`);
    this.name = 'LockLostError';
  }
}

interface LockOptions {
  name: string;
  /** Unique ID of this holder, such as a random UUID. */
  holder: string;
  /** How long the lock outlives a dead holder, in milliseconds. A living holder renews it. */
  ttlMs: number;
}

/** `ran: false`: another process holds the lock. */
type LockOutcome<T> = { ran: true; value: T } | { ran: false };

/** Creates the table of the locks. */
export const CREATE_LOCKS = `create table if not exists locks (
  merchant_id uuid not null,
  name text not null,
  holder text not null,
  expires_at timestamptz not null,
  primary key (merchant_id, name)
)`;

/**
 * Runs `fn` if no other process holds the lock of that name, for work that one process at a time may do. The lock is a
 * row that expires by the database's clock, which all processes share. It is renewed three times per `ttlMs`. If a
 * renewal is late, `signal` is aborted with a LockLostError and `fn` should stop.
 * @throws errors of `fn`, after releasing the lock
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
      () => {}, // The database can't be reached. The next renewal retries, or the lock expires.
    );
  }, options.ttlMs / 3);
  beat.unref();
  try {
    return { ran: true, value: await fn(lost.signal) };
  } finally {
    clearInterval(beat);
    await givenBack(db, options).catch(() => {}); // The lock expires by itself.
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

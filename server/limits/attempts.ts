import { addMinutes } from 'date-fns/addMinutes';
import { subHours } from 'date-fns/subHours';
import { sql } from 'kysely';
import { forgetRows } from '#server/db/forgetRows.ts';
import type { Db } from '#server/db/connect.ts';
import type { UserKey } from '#server/db/tenants.ts';

const LOCK_MINUTES = 30;
/** Failed attempts expire this long after the last one; well beyond any lockout (30 min). */
const KEPT_HOURS = 24;

const TABLES = ['pay_password_attempts', 'login_password_attempts', 'totp_attempts'] as const;

/** The table that counts failed attempts of one kind, and how many in a row lock it for 30 minutes. */
export interface AttemptCounter {
  table: (typeof TABLES)[number];
  maxFailures: number;
}

/** A run of failed attempts, including the newest. */
interface Failure {
  /** Greater than the limit if the attempt came too late to count. */
  failures: number;
  /** Set when the limit is reached. */
  lockedUntil: Date | null;
}

/** Returns the end of a lock, or null if there is none now. A lock made by a clock that ran ahead ends in 30 minutes. */
export async function lockOf(
  db: Pick<Db, 'kysely'>,
  { table }: AttemptCounter,
  { merchantId, userId }: UserKey,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ locked_until: Date }>`
    select locked_until from ${sql.table(table)}
    where merchant_id = ${merchantId} and user_id = ${userId} and locked_until > ${now}`.execute(db.kysely);
  const until = rows[0]?.locked_until;
  const longest = lockFrom(now);
  if (until === undefined) return null;
  return until > longest ? longest : until;
}

/**
 * Counts a failed attempt. Nothing is counted before an attempt is checked, so a process that dies leaves nothing
 * behind. Attempts may be checked at the same time: `recordFailure` and `recordSuccess` each are one statement on one
 * row, so the database puts them in order, and no attempt after the last allowed failure gets through.
 */
export async function recordFailure(
  db: Pick<Db, 'kysely'>,
  { table, maxFailures }: AttemptCounter,
  { merchantId, userId }: UserKey,
  now: Date,
): Promise<Failure> {
  const lockedUntil = lockFrom(now);
  const { rows } = await sql<{ failures: number; locked_until: Date | null }>`
    insert into ${sql.table(table)} as a (merchant_id, user_id, failures, locked_until, updated_at)
    values (${merchantId}, ${userId}, 1, null, ${now})
    on conflict (merchant_id, user_id) do update set
      failures = case when a.locked_until is null or a.locked_until > ${now} then a.failures + 1 else 1 end,
      locked_until = case
        when a.locked_until > ${now} then least(a.locked_until, ${lockedUntil}::timestamptz)
        when a.locked_until is null and a.failures + 1 >= ${maxFailures} then ${lockedUntil}::timestamptz
        else null end,
      updated_at = ${now}
    returning failures, locked_until`.execute(db.kysely);
  const row = rows[0];
  return { failures: row?.failures ?? Infinity, lockedUntil: row?.locked_until ?? null };
}

/**
 * Lets a correct attempt through and clears the failures before it.
 * @returns false if failures recorded in the meantime have locked it; the attempt must then have no effect
 */
export async function recordSuccess(
  db: Pick<Db, 'kysely'>,
  { table }: AttemptCounter,
  { merchantId, userId }: UserKey,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    insert into ${sql.table(table)} as a (merchant_id, user_id, failures, locked_until, updated_at)
    values (${merchantId}, ${userId}, 0, null, ${now})
    on conflict (merchant_id, user_id) do update set
      failures = case when a.locked_until > ${now} then a.failures else 0 end,
      locked_until = case when a.locked_until > ${now} then least(a.locked_until, ${lockFrom(now)}::timestamptz) end,
      updated_at = ${now}
    returning coalesce(locked_until > ${now}, false) as is_locked`.execute(db.kysely);
  // Fail closed: without a row the state is unknown.
  return rows[0]?.is_locked === false;
}

function lockFrom(now: Date): Date {
  return addMinutes(now, LOCK_MINUTES);
}

/** Deletes expired failures. Runs hourly. */
export async function forgetAttempts(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = subHours(now, KEPT_HOURS);
  for (const table of TABLES) await forgetRows(db, table, { key: ['user_id'], isOld: sql`old.updated_at < ${before}` });
}

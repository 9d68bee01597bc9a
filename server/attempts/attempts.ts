import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

const LOCK_MINUTES = 30;
/** Wrong tries are forgotten this long after the last one: long after any lock has ended. */
const KEPT_HOURS = 24;

const TABLES = ['sign_in_attempts', 'pay_password_attempts', 'login_password_attempts', 'totp_attempts'] as const;

/** Where the wrong tries of one kind are counted, and how many in a row lock it for 30 minutes. */
export interface AttemptCounter {
  table: (typeof TABLES)[number];
  /** The column with `Attempter.who`. */
  column: 'username' | 'user_id';
  maxFailures: number;
}

export interface Attempter {
  merchantId: string;
  who: string;
}

interface Attempt {
  /** This one included; more than the limit when it must not be checked any more. */
  failures: number;
  /** Set from the last allowed try on, and lifted when that is right. */
  lockedUntil: Date | null;
}

/**
 * Counts a try before it is checked, so that tries made at the same time can't pass the limit together. A lock is never
 * longer than from now, though it was made while the clock ran ahead.
 */
export async function reserveAttempt(
  db: Db,
  { table, column, maxFailures }: AttemptCounter,
  { merchantId, who }: Attempter,
  now: Date,
): Promise<Attempt> {
  const lockedUntil = new Date(now.getTime() + LOCK_MINUTES * 60_000);
  const key = sql.ref(column);
  const { rows } = await sql<{ failures: number; locked_until: Date | null }>`
    insert into ${sql.table(table)} as a (merchant_id, ${key}, failures, locked_until, updated_at)
    values (${merchantId}, ${who}, 1, null, ${now})
    on conflict (merchant_id, ${key}) do update set
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

/** Forgets the failures of somebody who has just given the right one. */
export async function clearAttempts(
  db: Pick<Db, 'kysely'>,
  { table, column }: AttemptCounter,
  { merchantId, who }: Attempter,
): Promise<void> {
  const key = sql.ref(column);
  await sql`delete from ${sql.table(table)} where merchant_id = ${merchantId} and ${key} = ${who}`.execute(db.kysely);
}

/** Forgets old failures, also those of names that nobody has: there is no end of them. For an hourly task. */
export async function forgetAttempts({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_HOURS * 3_600_000);
  for (const table of TABLES) await sql`delete from ${sql.table(table)} where updated_at < ${before}`.execute(kysely);
}

import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';

/** Failures in a row that lock a user name, and for how long. */
const MAX_FAILURES = 10;
const LOCK_MINUTES = 30;

/**
 * Counts a try before it is checked, so that tries made at the same time can't pass the limit together. Works by
 * name, for names that exist and names that don't, and costs the same for both.
 *
 * @returns whether this try may still be checked
 */
export async function reserveAttempt(db: Db, username: string, now: Date): Promise<boolean> {
  const lockedUntil = new Date(now.getTime() + LOCK_MINUTES * 60_000);
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_attempts as a (merchant_id, username, failures, locked_until, updated_at)
    values (${PLATFORM_ID}, ${username}, 1, null, ${now})
    on conflict (merchant_id, username) do update set
      failures = case when a.locked_until is null or a.locked_until > ${now} then a.failures + 1 else 1 end,
      locked_until = case
        when a.locked_until > ${now} then a.locked_until
        when a.locked_until is null and a.failures + 1 >= ${MAX_FAILURES} then ${lockedUntil}::timestamptz
        else null end,
      updated_at = ${now}
    returning failures`.execute(db.kysely);
  return (rows[0]?.failures ?? Infinity) <= MAX_FAILURES;
}

/** Forgets the failures of a name whose user has just signed in. */
export async function clearAttempts(db: Pick<Db, 'kysely'>, username: string): Promise<void> {
  await db.kysely
    .deleteFrom('sign_in_attempts')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('username', '=', username)
    .execute();
}

import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** Wrong ones in a row that lock a user's payment password, and for how long. */
export const MAX_FAILURES = 5;
const LOCK_MINUTES = 30;

interface User {
  merchantId: string;
  userId: string;
}

interface Attempt {
  /** This one included; more than MAX_FAILURES when it must not be checked any more. */
  failures: number;
  /** Set from the last allowed try on, and lifted when that is right. */
  lockedUntil: Date | null;
}

/** Counts a try before it is checked, so that tries made at the same time can't pass the limit together. */
export async function reserveAttempt(db: Db, { merchantId, userId }: User, now: Date): Promise<Attempt> {
  const lockedUntil = new Date(now.getTime() + LOCK_MINUTES * 60_000);
  const { rows } = await sql<{ failures: number; locked_until: Date | null }>`
    insert into pay_password_attempts as a (merchant_id, user_id, failures, locked_until, updated_at)
    values (${merchantId}, ${userId}, 1, null, ${now})
    on conflict (merchant_id, user_id) do update set
      failures = case when a.locked_until is null or a.locked_until > ${now} then a.failures + 1 else 1 end,
      locked_until = case
        when a.locked_until > ${now} then a.locked_until
        when a.locked_until is null and a.failures + 1 >= ${MAX_FAILURES} then ${lockedUntil}::timestamptz
        else null end,
      updated_at = ${now}
    returning failures, locked_until`.execute(db.kysely);
  const row = rows[0];
  return { failures: row?.failures ?? Infinity, lockedUntil: row?.locked_until ?? null };
}

/** Forgets the failures of a user who has just given the right one. */
export async function clearAttempts(db: Pick<Db, 'kysely'>, { merchantId, userId }: User): Promise<void> {
  await db.kysely
    .deleteFrom('pay_password_attempts')
    .where('merchant_id', '=', merchantId)
    .where('user_id', '=', userId)
    .execute();
}

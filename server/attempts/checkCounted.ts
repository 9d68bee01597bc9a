import type { Db } from '#server/db/connect.ts';
import { WrongSecretError, type Message } from '#server/errors.ts';
import { clearAttempts, reserveAttempt, type AttemptCounter } from './attempts.ts';

const MINUTE = 60_000;
const MAX_FAILURES = 5;

export interface AskedUser {
  merchantId: string;
  userId: string;
}

interface Counted {
  db: Db;
  now: Date;
  table: Exclude<AttemptCounter['table'], 'sign_in_attempts'>;
  user: AskedUser;
  /** What the request calls it, for the message. */
  field: string;
  /** How the keys of the texts begin: `<texts>_wrong`, `<texts>_locked`. */
  texts: string;
}

/**
 * Checks something that only a signed-in user knows or has; five wrong ones in a row lock it for 30 minutes.
 * @param fits gives null for a wrong one; not called while it is locked
 * @returns what `fits` gives
 * @throws WrongSecretError on the field, which tells how many tries are left or how long it is locked
 */
export async function checkCounted<T>(
  { db, now, table, user, field, texts }: Counted,
  fits: () => Promise<T | null>,
): Promise<T> {
  const refusal = (message: Message) => new WrongSecretError(field, message);
  const counter: AttemptCounter = { table, column: 'user_id', maxFailures: MAX_FAILURES };
  const attempter = { merchantId: user.merchantId, who: user.userId };
  const { failures, lockedUntil } = await reserveAttempt(db, counter, attempter, now);
  const locked = () => {
    const minutes = Math.ceil(((lockedUntil ?? now).getTime() - now.getTime()) / MINUTE);
    return refusal({ key: `${texts}_locked`, args: { minutes } });
  };
  if (failures > MAX_FAILURES) throw locked();
  const found = await fits();
  if (found !== null) {
    await clearAttempts(db, counter, attempter);
    return found;
  }
  if (failures === MAX_FAILURES) throw locked();
  throw refusal({ key: `${texts}_wrong`, args: { left: MAX_FAILURES - failures } });
}

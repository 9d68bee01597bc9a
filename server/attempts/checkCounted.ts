import { differenceInMinutes } from 'date-fns/differenceInMinutes';
import type { Clock } from '#server/clock.ts';
import { createQueues } from '#server/queues/createQueues.ts';
import type { Db } from '#server/db/connect.ts';
import { WrongSecretError, type Message } from '#server/errors.ts';
import { lockOf, recordFailure, recordSuccess, type AttemptCounter } from './attempts.ts';

const MAX_FAILURES = 5;

export interface AskedUser {
  merchantId: string;
  userId: string;
}

interface Counted {
  db: Db;
  clock: Clock;
  table: Exclude<AttemptCounter['table'], 'sign_in_attempts'>;
  user: AskedUser;
  /** What the request calls it, for the message. */
  field: string;
  /** How the keys of the texts begin: `<texts>_wrong`, `<texts>_locked`. */
  texts: string;
}

/**
 * Argon2 takes a core for 11 ms, so one user's parallel calls would delay everybody's. They are checked one after the
 * other instead; a call that can't be within this time is to be made again.
 */
const inTurn = createQueues({ waitMs: 3_000, busy: 'check_busy' });

/**
 * Checks something that only a signed-in user knows or has; five wrong ones in a row lock it for 30 minutes.
 * @param fits gives null for a wrong one, and has no effect; not called while it is locked
 * @returns what `fits` gives
 * @throws WrongSecretError on the field, with the number of attempts left or the minutes it is locked for
 * @throws TooManyRequestsError if other checks of the user go on for too long; nothing is counted
 */
export async function checkCounted<T>(
  { db, clock, table, user, field, texts }: Counted,
  fits: () => Promise<T | null>,
): Promise<T> {
  const refusal = (message: Message) => new WrongSecretError(field, message);
  const counter: AttemptCounter = { table, column: 'user_id', maxFailures: MAX_FAILURES };
  const attempter = { merchantId: user.merchantId, who: user.userId };
  const locked = (until: Date | null, now: Date) => {
    const minutes = differenceInMinutes(until ?? now, now, { roundingMethod: 'ceil' });
    return refusal({ key: `${texts}_locked`, args: { minutes } });
  };
  const assertOpen = async (now: Date) => {
    const until = await lockOf(db, counter, attempter, now);
    if (until) throw locked(until, now);
  };
  return inTurn(`${table} ${user.merchantId} ${user.userId}`, async () => {
    await assertOpen(clock.now());
    const found = await fits();
    const now = clock.now();
    if (found !== null) {
      if (await recordSuccess(db, counter, attempter, now)) return found;
      await assertOpen(now);
      throw locked(null, now);
    }
    const { failures, lockedUntil } = await recordFailure(db, counter, attempter, now);
    if (failures >= MAX_FAILURES) throw locked(lockedUntil, now);
    throw refusal({ key: `${texts}_wrong`, args: { left: MAX_FAILURES - failures } });
  });
}

import { differenceInMinutes } from 'date-fns/differenceInMinutes';
import type { Clock } from '#server/clock.ts';
import type { UserKey } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import { type Message, WrongSecretError } from '#server/errors.ts';
import { type AttemptCounter, lockOf, recordFailure, recordSuccess } from './attempts.ts';
import { createQueues } from './createQueues.ts';

const MAX_FAILURES = 5;

interface Counted {
  db: Db;
  clock: Clock;
  table: AttemptCounter['table'];
  user: UserKey;
  /** Name of the field in the request, for the error message. */
  field: string;
  /** Prefix of the message keys: `<texts>_wrong`, `<texts>_locked`. */
  texts: string;
}

/**
 * Checks of one user run one at a time, because argon2 takes a core for 11 ms and parallel calls of one user would
 * delay everyone. A check that has to wait longer than this is rejected and can be retried.
 */
const inTurn = createQueues({ waitMs: 3_000, busy: 'check_busy' });

/**
 * Checks a secret that only a signed-in user knows or owns. Five failures in a row lock it for 30 minutes.
 * @param verify returns null if the secret is wrong; must have no side effect; isn't called while the check is locked
 * @returns the result of `verify`
 * @throws {WrongSecretError} if the secret is wrong or locked; names the attempts left, or the minutes of the lock
 * @throws {TooManyRequestsError} if the user's other checks take too long; no attempt is counted
 */
export async function checkCounted<T>(
  { db, clock, table, user, field, texts }: Counted,
  verify: () => Promise<T | null>,
): Promise<T> {
  const refusal = (message: Message) => new WrongSecretError(field, message);
  const counter: AttemptCounter = { table, maxFailures: MAX_FAILURES };
  const locked = (until: Date | null, now: Date) => {
    const minutes = differenceInMinutes(until ?? now, now, { roundingMethod: 'ceil' });
    return refusal({ key: `${texts}_locked`, args: { minutes, smart_count: minutes } });
  };
  const assertOpen = async (now: Date) => {
    const until = await lockOf(db, counter, user, now);
    if (until) throw locked(until, now);
  };
  return inTurn(`${table} ${user.merchantId} ${user.userId}`, async () => {
    await assertOpen(clock.now());
    const found = await verify();
    const now = clock.now();
    if (found !== null) {
      if (await recordSuccess(db, counter, user, now)) return found;
      await assertOpen(now);
      throw locked(null, now);
    }
    const { failures, lockedUntil } = await recordFailure(db, counter, user, now);
    if (failures >= MAX_FAILURES) throw locked(lockedUntil, now);
    throw refusal({ key: `${texts}_wrong`, args: { left: MAX_FAILURES - failures } });
  });
}

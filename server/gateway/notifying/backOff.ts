import {
  millisecondsInHour as HOUR,
  millisecondsInMinute as MINUTE,
  millisecondsInSecond as SECOND,
} from 'date-fns/constants';
import { NOTIFY_TRIES } from '#shared/contract/notifyAttempts.ts';

/** Delay after each failed attempt except the last. */
const DELAYS_MS: readonly number[] = [
  ...[15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE],
  ...[HOUR, 3 * HOUR, 12 * HOUR],
];

/** Adds up to a tenth, so that simultaneous failures aren't retried simultaneously. */
const JITTER = 0.1;

/**
 * The time of the next attempt after `tries` failures, or null if there is none.
 * @param chance random number in [0, 1)
 */
export function nextTry(now: Date, tries: number, chance: number): Date | null {
  const delay = DELAYS_MS[Math.max(tries, 1) - 1];
  return delay === undefined || tries >= NOTIFY_TRIES
    ? null
    : new Date(now.getTime() + Math.floor(delay * (1 + JITTER * chance)));
}

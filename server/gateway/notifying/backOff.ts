import {
  millisecondsInHour as HOUR,
  millisecondsInMinute as MINUTE,
  millisecondsInSecond as SECOND,
} from 'date-fns/constants';
import { NOTIFY_TRIES } from '#shared/contract/notifyAttempts.ts';

/** How long is waited after each try that failed but the last, which none follows. */
const DELAYS_MS: readonly number[] = [
  ...[15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE],
  ...[HOUR, 3 * HOUR, 12 * HOUR],
];

/** Longer by up to a tenth, so that what failed together is not tried together again. */
const JITTER = 0.1;

/**
 * When a result is tried again that so many tries have failed to deliver; null: not any more.
 * @param chance from 0 up to 1
 */
export function nextTry(now: Date, tries: number, chance: number): Date | null {
  const delay = DELAYS_MS[Math.max(tries, 1) - 1];
  return delay === undefined || tries >= NOTIFY_TRIES
    ? null
    : new Date(now.getTime() + Math.floor(delay * (1 + JITTER * chance)));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A time to wait in the largest unit that tells enough, rounded up: nobody shall come too early. */
export interface TimeLeft {
  unit: 'hours' | 'minutes';
  count: number;
}

/** @returns null once there is nothing to wait for */
export function timeLeft(ms: number): TimeLeft | null {
  if (ms <= 0) return null;
  // From an hour and a half on, the minutes are of no use.
  if (ms > 1.5 * HOUR_MS) return { unit: 'hours', count: Math.ceil(ms / HOUR_MS) };
  return { unit: 'minutes', count: Math.ceil(ms / MINUTE_MS) };
}

import type { Clock } from '#shared/clock.ts';

/** A difference below this may come of the way that an answer took, and of a header that tells whole seconds. */
const TOLERANCE_MS = 10_000;

interface ServerClock extends Clock {
  /** Reads the headers of an answer that has come just now. */
  note(headers: Headers): void;
}

/**
 * The time as the server has it: that of the browser's computer, put right by the `Date` of the latest answer when that
 * is another time. Without an answer, or from a server whose `Date` may not be read, it is the computer's.
 */
export function createServerClock(own: Clock): ServerClock {
  let aheadMs = 0;
  return {
    now: () => new Date(own.now().getTime() + aheadMs),
    note(headers) {
      const serverTime = Date.parse(headers.get('Date') ?? '');
      if (Number.isNaN(serverTime)) return;
      const difference = serverTime - own.now().getTime();
      aheadMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
    },
  };
}

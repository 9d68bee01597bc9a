import type { Clock } from '#shared/clock.ts';

/** A smaller difference may come from the response's latency, and from the header's resolution of one second. */
const TOLERANCE_MS = 10_000;

interface ServerClock extends Clock {
  /** Reads the headers of a response that has just arrived. */
  note(headers: Headers): void;
}

/**
 * The server's time: the computer's clock, corrected by the `Date` header of the latest response if they differ.
 * Without a response or a readable `Date`, the computer's time.
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

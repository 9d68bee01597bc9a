import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import type { Read, Since } from './changeFeed.ts';
import { type FeedWindow, joinWindow, pollWindow } from './feedWindow.ts';

/** Retry delay after a database error, in milliseconds. */
const TROUBLE_MS = 3_000;

export interface Listener {
  merchantId: string;
  /** Called after each poll, also without changes. Each read begins where the one before says. */
  hear(this: void, read: Read): void;
}

/**
 * Polls for changes on behalf of all listeners of this process; idle without listeners. Polls are sequential, so that a
 * new listener misses nothing between its first read and the shared ones.
 */
export function createLivePoller({ db, log, everyMs }: { db: Db; log: DbLog; everyMs: number }) {
  const listeners = new Set<Listener>();
  let window: FeedWindow | null = null;
  let turns: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** Runs after all polls requested before. */
  function inTurn<T>(look: () => Promise<T>): Promise<T> {
    const turn = turns.then(look);
    turns = turn.catch(() => {});
    return turn;
  }

  async function lookForAll(): Promise<void> {
    if (window === null || listeners.size === 0) return;
    const tenants = [...new Set([...listeners].map(({ merchantId }) => merchantId))];
    const poll = await pollWindow(db, tenants, window);
    ({ window } = poll);
    for (const listener of listeners) listener.hear(poll.readOf(listener.merchantId));
  }

  function lookLater(ms: number): void {
    timer = setTimeout(() => {
      void inTurn(lookForAll)
        .then(() => everyMs)
        .catch((error: unknown) => {
          log.error({ err: error }, 'Failed to poll for changes; will retry');
          return TROUBLE_MS;
        })
        .then((pause) => (listeners.size > 0 ? lookLater(pause) : (timer = undefined)));
    }, ms);
  }

  return {
    /** Reads once for a new listener, which receives all later changes. */
    listen(listener: Listener, since: Since): Promise<Read> {
      return inTurn(async () => {
        const joined = await joinWindow(db, listener.merchantId, since, listeners.size > 0 ? window : null);
        ({ window } = joined);
        listeners.add(listener);
        if (timer === undefined) lookLater(everyMs);
        return joined.read;
      });
    },
    leave(listener: Listener): void {
      listeners.delete(listener);
    },
    /** Stops polling and waits for a running poll. */
    async stop(): Promise<void> {
      listeners.clear();
      clearTimeout(timer);
      await turns;
    },
  };
}

import type { Clock } from '#shared/clock.ts';
import { ApiError } from '../ApiError.ts';
import { startBrowserTimer, type StartTimer } from '../withinTime.ts';

export interface ConnectionState {
  isOnline: boolean;
  /** When the server has last answered a call; null before it ever has. */
  lastAnswerAt: Date | null;
}

export interface Connection {
  get(): ConnectionState;
  /** Calls `listener` when the connection is lost or comes back; returns the way to stop it. */
  subscribe(listener: () => void): () => void;
  /** The same `fetch`, whose answers and failures tell how the connection is. */
  watching(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
}

export interface ConnectionConfig {
  browser: {
    navigator: Pick<Navigator, 'onLine'>;
    addEventListener(type: 'online' | 'offline', listener: () => void): void;
  };
  clock: Clock;
  /** Asks the server for a sign of life; false when there is none. */
  probe(): Promise<boolean>;
  startTimer?: StartTimer;
}

/** While there is no connection the server is asked this often, in milliseconds. */
const PROBE_INTERVAL = 3000;

/**
 * Whether the server can be reached. A single failed call proves nothing, so a probe decides; the browser's word that
 * there is no network is believed at once, its word that there is one never: it only knows of the next router.
 */
export function createConnection({
  browser,
  clock,
  probe,
  startTimer = startBrowserTimer,
}: ConnectionConfig): Connection {
  const listeners = new Set<() => void>();
  let state: ConnectionState = { isOnline: browser.navigator.onLine, lastAnswerAt: null };
  let isProbing = false;
  let stopTimer = () => {};

  function become(isOnline: boolean): void {
    stopTimer();
    if (!isOnline) stopTimer = startTimer(() => void look(), PROBE_INTERVAL);
    if (state.isOnline === isOnline) return;
    state = { ...state, isOnline };
    listeners.forEach((listener) => listener());
  }

  async function look(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    const isAlive = await probe();
    isProbing = false;
    become(isAlive);
  }

  function answered(): void {
    // Nobody is told of each answer: only a lost connection shows when the last one came.
    state = { ...state, lastAnswerAt: clock.now() };
    if (!state.isOnline) become(true);
  }

  browser.addEventListener('offline', () => become(false));
  browser.addEventListener('online', () => void look());
  if (!state.isOnline) become(false);

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watching: (fetch) => async (input, init) => {
      try {
        const answer = await fetch(input, init);
        answered();
        return answer;
      } catch (error) {
        if (isLack(init?.signal)) void look();
        throw error;
      }
    },
  };
}

/** Whether a call failed because nobody answered, and not because its caller called it off. */
function isLack(signal: AbortSignal | null | undefined): boolean {
  return !signal?.aborted || signal.reason instanceof ApiError;
}

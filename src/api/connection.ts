import type { Clock } from '#shared/clock.ts';
import { createListeners } from '#shared/createListeners.ts';
import { ApiError, startBrowserTimer, type StartTimer } from '@merchant-console/ra-provider';
import type { ConnectionState, WatchedConnection } from '@merchant-console/ra-declared/internal';

export interface Connection extends WatchedConnection {
  /** Wraps `fetch` to derive the state of the connection from responses and failures. */
  watching(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
}

interface ConnectionConfig {
  browser: {
    navigator: Pick<Navigator, 'onLine'>;
    addEventListener(type: 'online' | 'offline', listener: () => void): void;
  };
  clock: Clock;
  /** Pings the server. Resolves to false if it doesn't respond. */
  probe(): Promise<boolean>;
  /** Resolves to true if the server reports that it can serve. */
  probeService(): Promise<boolean>;
  startTimer?: StartTimer;
}

/** Milliseconds between pings while there is no connection. */
const PROBE_INTERVAL = 3000;
const SERVICE_UNAVAILABLE = 503;

/**
 * Tracks whether the server can be reached. A failed call only triggers a ping, which decides. The browser's offline
 * event is trusted immediately, its online event never, because the browser only knows the next router.
 */
export function createConnection({
  browser,
  clock,
  probe,
  probeService,
  startTimer = startBrowserTimer,
}: ConnectionConfig): Connection {
  const { subscribe, notify } = createListeners();
  let state: ConnectionState = { isOnline: browser.navigator.onLine, isServing: true, lastAnswerAt: null };
  let isProbing = false;
  let isProbingService = false;
  let stopTimer = () => {};

  function become(isOnline: boolean): void {
    stopTimer();
    if (!isOnline) stopTimer = startTimer(() => void look(), PROBE_INTERVAL);
    change({ isOnline });
  }

  function change(news: Partial<Pick<ConnectionState, 'isOnline' | 'isServing'>>): void {
    const next = { ...state, ...news };
    if (next.isOnline === state.isOnline && next.isServing === state.isServing) return;
    state = next;
    notify();
  }

  /** A single 503 isn't enough, because the call may just have waited too long for a row lock. */
  async function lookAtService(): Promise<void> {
    if (isProbingService) return;
    isProbingService = true;
    change({ isServing: await probeService() });
    isProbingService = false;
    if (!state.isServing) startTimer(() => void lookAtService(), PROBE_INTERVAL);
  }

  async function look(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    const isAlive = await probe();
    isProbing = false;
    become(isAlive);
  }

  function answered(): void {
    // Doesn't notify listeners: they show the last response's time only after the connection is lost.
    state = { ...state, lastAnswerAt: clock.now() };
    if (!state.isOnline) become(true);
  }

  browser.addEventListener('offline', () => become(false));
  browser.addEventListener('online', () => void look());
  if (!state.isOnline) become(false);

  return {
    get: () => state,
    clock,
    subscribe,
    watching: (fetch) => async (input, init) => {
      try {
        const answer = await fetch(input, init);
        answered();
        if (answer.status === SERVICE_UNAVAILABLE && state.isServing) void lookAtService();
        return answer;
      } catch (error) {
        if (isLack(init?.signal)) void look();
        throw error;
      }
    },
  };
}

/** True if a call failed without a response, and not because its caller aborted it. */
function isLack(signal: AbortSignal | null | undefined): boolean {
  return !signal?.aborted || signal.reason instanceof ApiError;
}

/** Milliseconds after which an unanswered ping counts as a lost connection. */
const TIMEOUT = 4000;
const SERVER_FAILURE = 500;
const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/**
 * Pings the server's `/healthz`, which needs neither session nor database. Any response counts, except those by which a
 * gateway reports that the server is down.
 *
 * @param origin where the API is served
 */
export function serverProbe(fetch: typeof globalThis.fetch, origin: string): () => Promise<boolean> {
  return async () => {
    const status = await statusOf(fetch, `${origin}/healthz`);
    return status !== null && (status < BAD_GATEWAY || status > GATEWAY_TIMEOUT);
  };
}

/**
 * Pings the server's `/readyz`. Resolves to true if it can serve, or has no such call.
 *
 * @param origin where the API is served
 */
export function serviceProbe(fetch: typeof globalThis.fetch, origin: string): () => Promise<boolean> {
  return async () => {
    const status = await statusOf(fetch, `${origin}/readyz`);
    return status !== null && status < SERVER_FAILURE;
  };
}

/** Null if there is no response in time. */
async function statusOf(fetch: typeof globalThis.fetch, url: string): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    return (await fetch(url, { cache: 'no-store', credentials: 'omit', signal })).status;
  } catch {
    return null;
  }
}

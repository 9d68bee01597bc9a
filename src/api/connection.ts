import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Clock } from '#shared/clock.ts';
import { ApiError } from './ApiError.ts';
import { startBrowserTimer, type StartTimer } from './withinTime.ts';

interface ConnectionState {
  isOnline: boolean;
  /** False while the server says that it can't serve, as without its database. */
  isServing: boolean;
  /** When the server has last answered a call; null before it ever has. */
  lastAnswerAt: Date | null;
}

export interface Connection {
  get(): ConnectionState;
  /** Calls `listener` when the connection or the service is lost or comes back; returns the way to stop it. */
  subscribe(listener: () => void): () => void;
  /** The same `fetch`, whose answers and failures tell how the connection is. */
  watching(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
}

interface ConnectionConfig {
  browser: {
    navigator: Pick<Navigator, 'onLine'>;
    addEventListener(type: 'online' | 'offline', listener: () => void): void;
  };
  clock: Clock;
  /** Asks the server for a sign of life; false when there is none. */
  probe(): Promise<boolean>;
  /** True if the server says that it can serve. */
  probeService(): Promise<boolean>;
  startTimer?: StartTimer;
}

/** While there is no connection the server is asked this often, in milliseconds. */
const PROBE_INTERVAL = 3000;
const SERVICE_UNAVAILABLE = 503;

/**
 * Whether the server can be reached. A single failed call proves nothing, so a probe decides; the browser's word that
 * there is no network is believed at once, its word that there is one never: it only knows of the next router.
 */
export function createConnection({
  browser,
  clock,
  probe,
  probeService,
  startTimer = startBrowserTimer,
}: ConnectionConfig): Connection {
  const listeners = new Set<() => void>();
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
    listeners.forEach((listener) => listener());
  }

  /** One call that is refused proves nothing: it may have waited for a row too long. */
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
        if (answer.status === SERVICE_UNAVAILABLE && state.isServing) void lookAtService();
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

/** A server that takes longer for its sign of life is as good as gone, in milliseconds. */
const TIMEOUT = 4000;
const OK = 200;
const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/**
 * Asks the server's `/healthz`, which needs neither session nor database. Any answer is a sign of life, but for those
 * by which a gateway says that nobody is behind it.
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
 * Asks the server's `/readyz`: true if it can serve.
 *
 * @param origin where the API is served
 */
export function serviceProbe(fetch: typeof globalThis.fetch, origin: string): () => Promise<boolean> {
  return async () => (await statusOf(fetch, `${origin}/readyz`)) === OK;
}

/** Null if there is no answer in time. */
async function statusOf(fetch: typeof globalThis.fetch, url: string): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    return (await fetch(url, { cache: 'no-store', credentials: 'omit', signal })).status;
  } catch {
    return null;
  }
}

const ALWAYS: ConnectionState = { isOnline: true, isServing: true, lastAnswerAt: null };
const unwatched: Pick<Connection, 'get' | 'subscribe'> = { get: () => ALWAYS, subscribe: () => () => {} };

/** Without a provider the connection counts as there: a call that fails tells so itself. */
const ConnectionContext = createContext(unwatched);
export const ConnectionProvider = ConnectionContext.Provider;

/** Whether the server can be reached, and since when it can't. */
export function useConnection(): ConnectionState {
  const { subscribe, get } = useContext(ConnectionContext);
  const isOnline = useSyncExternalStore(subscribe, () => get().isOnline);
  const isServing = useSyncExternalStore(subscribe, () => get().isServing);
  return { isOnline, isServing, lastAnswerAt: get().lastAnswerAt };
}

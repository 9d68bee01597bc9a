import sha256 from 'crypto-js/sha256';
import { changesSince, eventsCall } from '#shared/contract/live.ts';
import { requestHeaders, type RequestHeadersConfig } from '@merchant-console/ra-provider';
import type { Api } from '#console/api/createApi.ts';
import type { Connection } from '#console/api/connection.ts';
import { followChanges, readEvents, type StreamPosition } from './followChanges.ts';
import { publishHint, type Hint } from './hints.ts';

export interface LiveConfig extends RequestHeadersConfig {
  apiBase: string;
  api: Api;
  connection: Pick<Connection, 'get' | 'subscribe'>;
  getToken(): string | null;
  fetch: typeof globalThis.fetch;
}

const { path: EVENTS } = eventsCall;

/** Follows the session's changes while the page is in use. Returns a function that stops it. */
export function startLive(config: LiveConfig): () => void {
  const { api, connection, getToken } = config;
  const token = getToken();
  if (token === null) return () => {};

  async function open({ cursor, ago }: StreamPosition, signal: AbortSignal) {
    const headers = requestHeaders(config, token, cursor === null ? {} : { headers: { 'Last-Event-ID': cursor } });
    headers.set('Accept', 'text/event-stream');
    const query = cursor === null ? `?ago=${ago}` : '';
    const answer = await config.fetch(`${config.apiBase}${EVENTS}${query}`, { headers, signal, cache: 'no-store' });
    if (answer.status === 200 && answer.body) return readEvents(answer.body);
    // Polling handles an ended session in the usual way.
    if (answer.status === 401) await poll({ cursor, ago }, signal);
    throw new Error(`No stream of events: ${answer.status}`);
  }

  async function poll({ cursor, ago }: StreamPosition, signal: AbortSignal) {
    const query = cursor === null ? { ago } : { cursor };
    const { is_reset: isReset, ...changes } = await api(changesSince, { query, signal });
    return { ...changes, isReset };
  }

  const name = `live ${sha256(token).toString().slice(0, 16)}`;
  return whileInUse(document, connection, (signal) =>
    shareAmongTabs({
      name,
      signal,
      browser: ofBrowser(),
      onHint: publishHint,
      follow: (from, share, until) =>
        followChanges(
          {
            open,
            poll,
            pause,
            now: () => performance.now(),
            random: Math.random,
            onHint: (hint, cursor) => share({ hint, cursor }),
            // Makes the bell send a call, which finds out that the session has ended.
            onEnded: () => publishHint(['notifications']),
          },
          from,
          until,
        ),
    }),
  );
}

function ofBrowser(): TabsBrowser {
  const hasChannels = typeof BroadcastChannel === 'function';
  return {
    // Only available in a secure context.
    locks: 'locks' in navigator ? navigator.locks : undefined,
    openChannel: hasChannels ? (name) => new BroadcastChannel(name) : undefined,
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('No longer wanted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The used part of the browser. Without locks or channels, each tab follows changes itself. */
export interface TabsBrowser {
  locks: Pick<LockManager, 'request'> | undefined;
  openChannel: ((name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>) | undefined;
}

export interface SharedHint {
  hint: Hint;
  cursor: string | null;
}

interface Sharing {
  browser: TabsBrowser;
  /** Unique per session, and the same in all its tabs. */
  name: string;
  /** Follows changes until the signal aborts or the session ends. */
  follow(this: void, from: string | null, share: (shared: SharedHint) => void, signal: AbortSignal): Promise<void>;
  onHint(this: void, hint: Hint): void;
  signal: AbortSignal;
}

/**
 * Lets one tab per session follow changes and notify the others, because browsers limit the connections per server.
 * When that tab closes, the next one resumes from the last shared cursor.
 */
export async function shareAmongTabs({ browser, name, follow, onHint, signal }: Sharing): Promise<void> {
  const { locks, openChannel } = browser;
  if (!locks || !openChannel) return follow(null, ({ hint }) => onHint(hint), signal);
  const channel = openChannel(name);
  let cursor: string | null = null;
  channel.addEventListener('message', ({ data }: MessageEvent<SharedHint>) => {
    ({ cursor } = data);
    onHint(data.hint);
  });
  const share = (shared: SharedHint) => {
    ({ cursor } = shared);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage(shared);
    onHint(shared.hint);
  };
  try {
    await locks.request(name, { signal }, () => follow(cursor, share, signal));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}

/** Milliseconds after which a hidden page stops following changes. */
const HIDDEN_FOR_MS = 60_000;

/**
 * Runs `run` while the page is in use: with a connection, and not hidden for long. Returns a function that stops it.
 * @param run runs until its signal aborts
 */
function whileInUse(
  page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>,
  connection: Pick<Connection, 'get' | 'subscribe'>,
  run: (signal: AbortSignal) => Promise<void>,
): () => void {
  let running: AbortController | null = null;
  let isForgotten = page.hidden;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    const isWanted = !isForgotten && connection.get().isOnline;
    if (isWanted && running === null) {
      running = new AbortController();
      void run(running.signal);
    } else if (!isWanted) {
      running?.abort();
      running = null;
    }
  }
  function onSight(): void {
    clearTimeout(timer);
    if (page.hidden) {
      timer = setTimeout(() => {
        isForgotten = true;
        look();
      }, HIDDEN_FOR_MS);
    } else {
      isForgotten = false;
      look();
    }
  }

  page.addEventListener('visibilitychange', onSight);
  const stopHearing = connection.subscribe(look);
  look();
  return () => {
    page.removeEventListener('visibilitychange', onSight);
    stopHearing();
    clearTimeout(timer);
    running?.abort();
  };
}

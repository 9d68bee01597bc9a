import sha256 from 'crypto-js/sha256';
import { changesSince, eventsCall } from '#shared/contract/live.ts';
import { z } from 'zod';
import { requestHeaders } from '#console/api/requestHeaders.ts';
import type { Api } from '#console/api/createApi.ts';
import type { Connection } from '#console/api/connection/createConnection.ts';
import type { RequestHeadersConfig } from '#console/api/requestHeaders.ts';
import { followChanges, type Place } from './createLiveClient.ts';
import { tellHint } from './hints.ts';
import { readEvents } from './readEvents.ts';
import { shareAmongTabs, type TabsBrowser } from './shareAmongTabs.ts';
import { whileInUse } from './whileInUse.ts';

export interface LiveMeans extends RequestHeadersConfig {
  apiBase: string;
  api: Api;
  connection: Pick<Connection, 'get' | 'subscribe'>;
  getToken(): string | null;
  fetch: typeof globalThis.fetch;
}

const { path: EVENTS } = eventsCall(z.unknown());

/** Follows the changes of this session, while the page is in use; returns the way to stop it. */
export function startLive(means: LiveMeans): () => void {
  const { api, connection, getToken } = means;
  const token = getToken();
  if (token === null) return () => {};

  async function open({ cursor, ago }: Place, signal: AbortSignal) {
    const headers = requestHeaders(means, token, cursor === null ? {} : { headers: { 'Last-Event-ID': cursor } });
    headers.set('Accept', 'text/event-stream');
    const query = cursor === null ? `?ago=${ago}` : '';
    const answer = await means.fetch(`${means.apiBase}${EVENTS}${query}`, { headers, signal, cache: 'no-store' });
    if (answer.status === 200 && answer.body) return readEvents(answer.body);
    // Said the usual way, an ended session is ended.
    if (answer.status === 401) await poll({ cursor, ago }, signal);
    throw new Error(`No stream of events: ${answer.status}`);
  }

  async function poll({ cursor, ago }: Place, signal: AbortSignal) {
    const query = cursor === null ? { ago } : { cursor };
    const { is_reset: isReset, ...told } = await api(changesSince, { query, signal });
    return { ...told, isReset };
  }

  const name = `live ${sha256(token).toString().slice(0, 16)}`;
  return whileInUse(document, connection, (signal) =>
    shareAmongTabs({
      ...{ name, signal, browser: ofBrowser(), onHint: tellHint },
      follow: (from, tell, until) =>
        followChanges(
          {
            ...{ open, poll, pause, now: () => performance.now(), random: Math.random },
            onHint: (hint, cursor) => tell({ hint, cursor }),
            // The next call finds out; the bell makes one.
            onEnded: () => tellHint(['notifications']),
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
    // Only where the page came over a safe way.
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

import { CODE_SESSION_ENDED } from '#shared/contract/envelope.ts';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import { ApiError } from './ApiError.ts';
import { readEnvelope } from './readEnvelope.ts';
import type { SessionStore } from './sessionStore.ts';
import { abortError, withinTime, type StartTimer } from './withinTime.ts';

/** The spec's limit for every call. */
const TIMEOUT_MS = 5000;
/** The longest text of an IPv6 address with a zone is about this long; the script that sets it is not ours. */
const MAX_ADDRESS_LENGTH = 64;

const startBrowserTimer: StartTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

export interface HttpClientConfig {
  fetch: typeof globalThis.fetch;
  settings: Pick<RuntimeSettings, 'clientAddressHeader' | 'tokenHeader'>;
  session: Pick<SessionStore, 'getToken' | 'clear'>;
  /** Language of the interface; the server writes its messages in it. */
  getLanguage: () => string;
  /** The client's address as an external script may have left it; '' when there is none. */
  getClientAddress: () => string;
  startTimer?: StartTimer;
  timeoutMs?: number;
  /** Told once a session, after the session has been cleared, with the server's words. */
  onSessionEnded: (message: string) => void;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: string;
  /** The envelope's `data`, not yet checked. */
  json: unknown;
}

/** Makes one call; in the form that ra-data-simple-rest wants. */
export type HttpClient = (url: string, options?: RequestInit) => Promise<HttpAnswer>;

/**
 * The one way to the API: headers, time limit, envelope, end of session.
 *
 * The client rejects with an ApiError, or with an AbortError when the caller's signal aborts or when the answer ends a
 * session that another sign-in has replaced meanwhile. Code 400 to the present token clears the session and is told to
 * `onSessionEnded`; further answers to that token find it gone and only reject.
 */
export function createHttpClient(config: HttpClientConfig): HttpClient {
  // Taken out, because a browser's fetch refuses to be called as a method of anything but the window.
  const { fetch, session, startTimer = startBrowserTimer, timeoutMs = TIMEOUT_MS, onSessionEnded } = config;

  function endSession(token: string | null, message: string): void {
    const current = session.getToken();
    if (current === null) return;
    if (current !== token) throw abortError('Asked by an earlier session');
    session.clear();
    onSessionEnded(message);
  }

  return async function httpClient(url, options = {}) {
    const token = session.getToken();
    const headers = requestHeaders(config, token, options);
    const { response, body } = await withinTime(
      async (signal) => {
        const answer = await fetch(url, { ...options, headers, signal });
        return { response: answer, body: await answer.text() };
      },
      { timeoutMs, startTimer, signal: options.signal },
    );
    try {
      return { status: response.status, headers: response.headers, body, json: readEnvelope(response.status, body) };
    } catch (error) {
      if (error instanceof ApiError && error.code === CODE_SESSION_ENDED) endSession(token, error.message);
      throw error;
    }
  };
}

function requestHeaders(config: HttpClientConfig, token: string | null, options: RequestInit): Headers {
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  headers.set('Accept-Language', config.getLanguage());
  headers.set(config.settings.clientAddressHeader, printable(config.getClientAddress()).slice(0, MAX_ADDRESS_LENGTH));
  if (token !== null) {
    headers.set(config.settings.tokenHeader, token);
    headers.set('Authorization', `Bearer ${token}`);
  }
  if (options.body === undefined || options.body === null) headers.delete('Content-Type');
  else if (typeof options.body === 'string') headers.set('Content-Type', 'application/json');
  return headers;
}

/** Only what a header may hold: anything else in it would make every call fail. */
function printable(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '');
}

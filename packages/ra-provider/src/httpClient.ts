import { CODE_SESSION_ENDED, type Envelope } from '@merchant-console/protocol';
import { readEnvelope } from './readEnvelope.ts';
import type { SessionStore } from './sessionStore.ts';
import { startBrowserTimer, withinTime, abortError, type StartTimer } from './withinTime.ts';
import { ApiError } from './ApiError.ts';

/** Time limit of every call, set by the spec. */
const TIMEOUT_MS = 5000;

export interface HttpClientConfig extends RequestHeadersConfig, SessionEndConfig {
  fetch: typeof globalThis.fetch;
  startTimer?: StartTimer;
  timeoutMs?: number;
  /** Format of the back end's responses. Default: the console's own. */
  envelope?: Envelope;
  /** Called with the headers of each response. */
  onAnswer?: (headers: Headers) => void;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: string;
  /** The envelope's `data`, not validated. */
  json: unknown;
}

/** Makes one call. Has the signature that ra-data-simple-rest requires. */
export type HttpClient = (url: string, options?: HttpOptions) => Promise<HttpAnswer>;

interface HttpOptions extends RequestInit {
  /** Format of this response, if it differs from the back end's others. */
  envelope?: Envelope;
}

/**
 * The only access to the API. Handles headers, the time limit, the envelope and the end of the session.
 *
 * Rejects with an ApiError, or with an AbortError if the caller's signal aborts or if the response ends a session that
 * another sign-in has already replaced. Code 400 for the current token clears the session and calls `onSessionEnded`.
 * Later responses to that token only reject.
 */
export function createHttpClient(config: HttpClientConfig): HttpClient {
  // Destructured, because the browser's fetch can only be called as a method of the window.
  const { fetch, session, startTimer = startBrowserTimer, timeoutMs = TIMEOUT_MS } = config;

  return async function httpClient(url, { envelope = config.envelope, ...options } = {}) {
    const token = session.getToken();
    const headers = requestHeaders(config, token, options);
    const { response, body } = await withinTime(
      async (signal) => {
        const answer = await fetch(url, { ...options, headers, signal });
        return { response: answer, body: await answer.text() };
      },
      { timeoutMs, startTimer, signal: options.signal },
    );
    config.onAnswer?.(response.headers);
    try {
      return {
        status: response.status,
        headers: response.headers,
        body,
        json: await readEnvelope(response.status, body, envelope),
      };
    } catch (error) {
      endSessionOn(error, token, config);
      throw error;
    }
  };
}

/** About the longest IPv6 address with a zone. The script that sets it isn't ours. */
const MAX_ADDRESS_LENGTH = 64;

export interface RequestHeadersConfig {
  /** Names of headers. Default: `X-Token` and `X-Client-Address`. */
  settings?: { tokenHeader: string; clientAddressHeader: string };
  /** Language of the interface, in which the server writes its messages. */
  getLanguage: () => string;
  /** The client's address as set by an external script, or ''. */
  getClientAddress?: () => string;
}

const HEADERS = { tokenHeader: 'X-Token', clientAddressHeader: 'X-Client-Address' };

/** Headers of every call: the session, the client's address and the language. */
export function requestHeaders(
  config: RequestHeadersConfig,
  token: string | null,
  options: Pick<RequestInit, 'headers' | 'body'> = {},
): Headers {
  const { settings = HEADERS, getLanguage, getClientAddress } = config;
  const headers = new Headers(options.headers);
  if (!headers.has('Accept')) headers.set('Accept', 'application/json');
  headers.set('Accept-Language', getLanguage());
  if (getClientAddress) {
    headers.set(settings.clientAddressHeader, printable(getClientAddress()).slice(0, MAX_ADDRESS_LENGTH));
  }
  if (token !== null) {
    headers.set(settings.tokenHeader, token);
    headers.set('Authorization', `Bearer ${token}`);
  }
  if (options.body === undefined || options.body === null) headers.delete('Content-Type');
  else if (typeof options.body === 'string' && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json');
  return headers;
}

/** Removes characters that a header can't contain, because they would make every call fail. */
function printable(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '');
}

interface SessionEndConfig {
  session: Pick<SessionStore, 'getToken' | 'clear'>;
  /** Called once per session, with the server's message, after the session has been cleared. */
  onSessionEnded: (message: string) => void;
}

/**
 * Ends the session if the response to a call with `token` says that it is over. Does nothing for later responses to
 * that token.
 * @throws {AbortError} if another sign-in has already replaced the session
 */
export function endSessionOn(
  error: unknown,
  token: string | null,
  { session, onSessionEnded }: SessionEndConfig,
): void {
  if (!(error instanceof ApiError) || error.code !== CODE_SESSION_ENDED) return;
  const current = session.getToken();
  if (current === null) return;
  if (current !== token) throw abortError('Asked by an earlier session');
  session.clear();
  onSessionEnded(error.message);
}

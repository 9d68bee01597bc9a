import type { Envelope } from '#shared/contract/envelopeForm.ts';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import type { Clock } from '#shared/clock.ts';
import { CODE_SESSION_ENDED } from '#shared/contract/envelope.ts';
import { readEnvelope } from './readEnvelope.ts';
import type { SessionStore } from './sessionStore.ts';
import { startBrowserTimer, withinTime, abortError, type StartTimer } from './withinTime.ts';
import { ApiError } from './ApiError.ts';

/** The spec's limit for every call. */
const TIMEOUT_MS = 5000;

export interface HttpClientConfig extends RequestHeadersConfig {
  fetch: typeof globalThis.fetch;
  session: Pick<SessionStore, 'getToken' | 'clear'>;
  startTimer?: StartTimer;
  timeoutMs?: number;
  /** How the back end says what it says; in the console's own form when absent. */
  envelope?: Envelope;
  /** Told of the headers of each answer. */
  onAnswer?: (headers: Headers) => void;
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
export type HttpClient = (url: string, options?: HttpOptions) => Promise<HttpAnswer>;

interface HttpOptions extends RequestInit {
  /** Of this answer, if it has another than the back end's others. */
  envelope?: Envelope;
}

/**
 * The one way to the API: headers, time limit, envelope, end of session.
 *
 * The client rejects with an ApiError, or with an AbortError when the caller's signal aborts or when the answer ends a
 * session that another sign-in has replaced meanwhile. Code 400 to the present token clears the session and is told to
 * `onSessionEnded`; further answers to that token find it gone and only reject.
 */
export function createHttpClient(config: HttpClientConfig): HttpClient {
  // Taken out, because a browser's fetch refuses to be called as a method of anything but the window.
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
        json: readEnvelope(response.status, body, envelope),
      };
    } catch (error) {
      endSessionOn(error, token, config);
      throw error;
    }
  };
}

/** The longest text of an IPv6 address with a zone is about this long; the script that sets it is not ours. */
const MAX_ADDRESS_LENGTH = 64;

export interface RequestHeadersConfig {
  settings: Pick<RuntimeSettings, 'clientAddressHeader' | 'tokenHeader'>;
  /** Language of the interface; the server writes its messages in it. */
  getLanguage: () => string;
  /** The client's address as an external script may have left it; '' when there is none. */
  getClientAddress: () => string;
}

/** The headers of every call: who asks, from where, in which language. */
export function requestHeaders(
  config: RequestHeadersConfig,
  token: string | null,
  options: Pick<RequestInit, 'headers' | 'body'> = {},
): Headers {
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

/** Every provider is made of the same three things, so that each can be tried on its own. */
export type ProviderFactory<Config, Provider> = (config: Config, httpClient: HttpClient, clock: Clock) => Provider;

interface SessionEndConfig {
  session: Pick<SessionStore, 'getToken' | 'clear'>;
  /** Told once a session, after the session has been cleared, with the server's words. */
  onSessionEnded: (message: string) => void;
}

/**
 * Ends the session when the answer to a call with `token` says that it is over. Further answers to that token find it
 * gone and do nothing.
 * @throws AbortError when another sign-in has replaced that session meanwhile
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

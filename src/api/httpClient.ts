import type { Envelope } from '#shared/contract/envelopeForm.ts';
import { readEnvelope } from './readEnvelope.ts';
import { requestHeaders, type RequestHeadersConfig } from './requestHeaders.ts';
import { endSessionOn } from './sessionEnd.ts';
import type { SessionStore } from './sessionStore.ts';
import { startBrowserTimer, withinTime, type StartTimer } from './withinTime.ts';

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

export interface HttpOptions extends RequestInit {
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

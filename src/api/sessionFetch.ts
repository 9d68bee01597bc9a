import { readEnvelope, endSessionOn, requestHeaders, type HttpClientConfig } from '@merchant-console/ra-provider';

const NOT_FOUND = 404;

/**
 * A `fetch` with the session's headers, for responses without an envelope, which the caller reads.
 *
 * Rejects with a TypeError if there is no response, and like the HTTP client with an ApiError if the server refuses the
 * call, except that a missing file is a response.
 */
export function createSessionFetch(config: HttpClientConfig): typeof globalThis.fetch {
  const { fetch, session, envelope } = config;
  return async (input, init = {}) => {
    const token = session.getToken();
    const response = await fetch(input, { ...init, headers: requestHeaders(config, token, init) });
    if (response.ok || response.status === NOT_FOUND) return response;
    try {
      await readEnvelope(response.status, await response.text(), envelope);
    } catch (error) {
      endSessionOn(error, token, config);
      throw error;
    }
    return response;
  };
}

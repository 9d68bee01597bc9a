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

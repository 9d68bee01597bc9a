/** A server that takes longer for its sign of life is as good as gone, in milliseconds. */
const TIMEOUT = 4000;
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
    try {
      const signal = AbortSignal.timeout(TIMEOUT);
      const { status } = await fetch(`${origin}/healthz`, { cache: 'no-store', credentials: 'omit', signal });
      return status < BAD_GATEWAY || status > GATEWAY_TIMEOUT;
    } catch {
      return false;
    }
  };
}

import type { FastifyInstance } from 'fastify';

/** An address with a port, or in brackets. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i;

/**
 * Removes the ports that some proxies add to addresses in `X-Forwarded-For` (`203.0.113.7:5555`, `[2001:db8::7]:5555`),
 * so that `request.ip` is an address. Fastify would use such an entry as it is. Must be added before hooks that read it.
 */
export function removeForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded !== 'string') return;
    const entries = forwarded.split(',').map((entry) => entry.trim().replace(WITH_PORT, '$1$2'));
    headers['x-forwarded-for'] = entries.join(', ');
  });
}

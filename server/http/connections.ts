import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

/** How often connections are looked at while the server goes down, in milliseconds. */
const LOOK_MS = 100;

/** How long a client may take, in milliseconds. */
export interface RequestTimeouts {
  /** To send the headers of a request. */
  headersMs: number;
  /** To send all of a request. */
  requestMs: number;
  /** To send or take anything at all while a request or an answer is under way; a stream of events has beats. */
  silenceMs: number;
  /** Between two requests on one connection. */
  idleMs: number;
  /** How often requests that are under way are looked at: one may take so much longer. */
  lookEveryMs: number;
}

/** The largest upload, 5 MB, has the time that it needs at 350 kbit/s. Proxies keep connections for 60 s, less than here. */
export const REQUEST_TIMEOUTS: RequestTimeouts = {
  headersMs: 15_000,
  requestMs: 120_000,
  silenceMs: 60_000,
  idleMs: 72_000,
  lookEveryMs: 5_000,
};

/** Fastify's options for these. */
export function timeoutOptions(timeouts: RequestTimeouts) {
  const { headersMs, requestMs, silenceMs, idleMs, lookEveryMs } = timeouts;
  return {
    requestTimeout: requestMs,
    connectionTimeout: silenceMs,
    keepAliveTimeout: idleMs,
    http: { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: lookEveryMs },
  } satisfies FastifyHttpOptions<Server>;
}

/**
 * Lets a server that goes down end as soon as its last answer has left. Node waits for connections that become idle after
 * it was told to close, up to the 72 s that Fastify keeps them.
 */
export function endConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    setInterval(() => app.server.closeIdleConnections(), LOOK_MS).unref();
    done();
  });
  // Whoever is told doesn't send the next request into a connection that is about to end.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('Connection', 'close');
  });
}

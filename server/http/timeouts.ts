import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

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
    ...{ requestTimeout: requestMs, connectionTimeout: silenceMs, keepAliveTimeout: idleMs },
    http: { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: lookEveryMs },
  } satisfies FastifyHttpOptions<Server>;
}

import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { answeringClientErrors, frameworkErrors, responseWith } from './earlyAnswers.ts';

/** Interval at which idle connections are closed during shutdown, in milliseconds. */
const LOOK_MS = 100;

/** Time-outs for clients, in milliseconds. */
export interface RequestTimeouts {
  /** For the headers of a request. */
  headersMs: number;
  /** For the whole request. */
  requestMs: number;
  /** Without any traffic while a request or response is in progress; event streams send heartbeats. */
  silenceMs: number;
  /** Between two requests on one connection. */
  idleMs: number;
  /** Interval at which Node checks the time-outs, so a request may take this much longer. */
  lookEveryMs: number;
}

/** Allows the largest upload, 5 MB, at 350 kbit/s. Proxies keep connections for 60 s, which is less than `idleMs`. */
export const REQUEST_TIMEOUTS: RequestTimeouts = {
  headersMs: 15_000,
  requestMs: 120_000,
  silenceMs: 60_000,
  idleMs: 72_000,
  lookEveryMs: 5_000,
};

/**
 * Bytes of a request's line and headers. Node's default of 16 KB would reject a list of 300 IDs, which is far below
 * MAX_VALUES, and without a word about the limit.
 */
const MAX_HEADER_SIZE = 60 * 1024;

/**
 * Fastify's options for connections.
 * @param headers of responses that no hook sees
 */
export function connectionOptions(timeouts: RequestTimeouts, headers: Readonly<Record<string, string>>) {
  const { headersMs, requestMs, silenceMs, idleMs, lookEveryMs } = timeouts;
  return {
    requestTimeout: requestMs,
    connectionTimeout: silenceMs,
    keepAliveTimeout: idleMs,
    http: {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: lookEveryMs,
      maxHeaderSize: MAX_HEADER_SIZE,
      ServerResponse: responseWith(headers),
    },
    frameworkErrors,
    clientErrorHandler: answeringClientErrors(headers),
  } satisfies FastifyHttpOptions<Server>;
}

/**
 * Lets a closing server end as soon as its last response has been sent. Node would wait for connections that become
 * idle after `close`, up to the 72 s that Fastify keeps them.
 */
export function endConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    setInterval(() => app.server.closeIdleConnections(), LOOK_MS).unref();
    done();
  });
  // Tells the client not to reuse a connection that is about to close.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('Connection', 'close');
  });
}

/**
 * Adds `/healthz`, which answers while the process is alive, and `/readyz`, which answers 200 only while the database
 * accepts writes and the server isn't shutting down.
 */
export function healthRoutes(app: FastifyInstance, canWrite: () => Promise<boolean>): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const ok = !closing && (await canWrite());
    return reply.status(ok ? 200 : 503).send({ status: ok ? 'ready' : 'not ready' });
  });
}

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

import type { FastifyInstance } from 'fastify';

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

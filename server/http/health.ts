import type { FastifyInstance } from 'fastify';

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, that is the database answers and it is not going down.
 * @param ready rejects or answers false when the server can't serve
 */
export function healthRoutes(app: FastifyInstance, ready: () => Promise<boolean>): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const ok = !closing && (await ready().catch(() => false));
    return reply.status(ok ? 200 : 503).send({ status: ok ? 'ready' : 'not ready' });
  });
}

import type { FastifyInstance } from 'fastify';

/** How often connections are looked at while the server goes down, in milliseconds. */
const LOOK_MS = 100;

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

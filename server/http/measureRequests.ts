import type { FastifyInstance, FastifyRequest } from 'fastify';

/** An answer that has left. */
export interface AnsweredRequest {
  method: string;
  /** The pattern of its path, such as `/prod-api/orders/:id`; of addresses that no route knows, `none`. */
  route: string;
  status: number;
  seconds: number;
}

/**
 * Tells of each answer once it has left. Streams of events are left out: they last as long as a page is open.
 * @param patternOf the pattern of a call that comes and goes with its declaration
 */
export function measureRequests(
  app: FastifyInstance,
  patternOf: (request: FastifyRequest) => string | undefined,
  tell: (answered: AnsweredRequest) => void,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const route = patternOf(request) ?? request.routeOptions.url ?? 'none';
    tell({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
}

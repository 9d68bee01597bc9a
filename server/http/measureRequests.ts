import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A completed response. */
interface AnsweredRequest {
  method: string;
  /** The route's pattern, such as `/prod-api/orders/:id`; `none` for unknown URLs. */
  route: string;
  status: number;
  seconds: number;
}

/**
 * Calls back after each response. Skips event streams, which last as long as a page is open.
 * @param patternOf the pattern of a declared resource's call
 */
export function measureRequests(
  app: FastifyInstance,
  patternOf: (request: FastifyRequest) => string | undefined,
  report: (answered: AnsweredRequest) => void,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const route = patternOf(request) ?? request.routeOptions.url ?? 'none';
    report({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
}

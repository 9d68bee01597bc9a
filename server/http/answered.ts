import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Resolves once the answer has left, or will never leave. */
export function answered(reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => finished(reply.raw, () => resolve()));
}

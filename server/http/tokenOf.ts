import type { FastifyRequest } from 'fastify';

const TOKEN_HEADER = 'x-token';

/** The session token that a request carries in its headers; one in the query opens nothing. */
export function tokenOf(request: FastifyRequest): string | null {
  const plain = request.headers[TOKEN_HEADER];
  if (typeof plain === 'string' && plain !== '') return plain;
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '');
  return bearer?.[1] ?? null;
}

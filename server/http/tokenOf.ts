import type { FastifyRequest } from 'fastify';
import { MalformedError } from '../errors.ts';

const TOKEN_HEADER = 'x-token';

/**
 * Returns the session token from the request's headers, or null. A token in the query opens nothing.
 * @throws {MalformedError} if the two headers carry different tokens: the caller would not know whose session acts
 */
export function tokenOf(request: FastifyRequest): string | null {
  const plain = request.headers[TOKEN_HEADER];
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
  if (typeof plain !== 'string' || plain === '') return bearer;
  if (bearer !== null && bearer !== plain) throw new MalformedError('two_tokens');
  return plain;
}

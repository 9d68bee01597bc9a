import type { FastifyRequest } from 'fastify';
import { MalformedError } from '#server/errors.ts';

const TOKEN_HEADER = 'x-token';

export interface RolePreview {
  roleId: string;
  /** Null: the role has been deleted since. */
  roleName: string | null;
}

/** The signed-in user of a request, with what the user may do at this very moment. */
export interface Session {
  id: string;
  merchantId: string;
  userId: string;
  permissions: ReadonlySet<string>;
  /** Another one whenever the menu that the user sees may be another. */
  menuVersion: string;
  /** The role as which the user looks at the console, and then may only read; null: as themselves. */
  preview: RolePreview | null;
}

/**
 * Finds the live session of a token, or throws SessionEndedError.
 * @param options.keepsAlive whether the request shows that somebody is there, so that the session does not idle out
 */
export type Authenticate = (token: string, options: { keepsAlive: boolean }) => Promise<Session>;

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

import type { FastifyRequest } from 'fastify';
import { MalformedError } from '#server/errors.ts';

const TOKEN_HEADER = 'x-token';

interface RolePreview {
  roleId: string;
  /** Null if the role has been deleted since. */
  roleName: string | null;
}

/** The signed-in user of a request, with current permissions. */
export interface Session {
  id: string;
  merchantId: string;
  userId: string;
  permissions: ReadonlySet<string>;
  /** Changes whenever the user's menu may have changed. */
  menuVersion: string;
  /** The role that the user previews the console as, which is read-only; null outside a preview. */
  preview: RolePreview | null;
}

/**
 * Finds the live session of a token.
 * @param options.keepsAlive true if the request shows user activity, which postpones the idle time-out
 * @throws {SessionEndedError} if there is no live session
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

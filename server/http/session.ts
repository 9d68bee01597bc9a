import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Call, CallSide } from '#shared/contract/call.ts';
import { ConfirmationRequiredError, MalformedError } from '#server/errors.ts';

const TOKEN_HEADER = 'x-token';

interface RolePreview {
  roleId: string;
  /** Null if the role has been deleted since. */
  roleName: string | null;
}

/** The signed-in user of a request, with current permissions. */
export interface Session {
  id: string;
  /** Tenant of the rows that the call reads and writes; in test mode the merchant's test side. */
  merchantId: string;
  /** Tenant of the user, the roles and the menu. Differs from `merchantId` in test mode only. */
  accountId: string;
  isTest: boolean;
  userId: string;
  permissions: ReadonlySet<string>;
  /** True if the user has confirmed the session in the last minutes. It may then make calls with `stepUp`. */
  isConfirmed: boolean;
  /** Changes whenever the user's menu may have changed. */
  menuVersion: string;
  /** The role that the user previews the console as, which is read-only; null outside a preview. */
  preview: RolePreview | null;
}

/** Identifies the menu of a user: the tenant's number of changes, the user's permissions and the session's side. */
export function menuVersionOf(changes: bigint, permissions: ReadonlySet<string>, isTest: boolean): string {
  const rights = createHash('sha256')
    .update([...permissions].toSorted().join('\n'))
    .digest('base64url');
  return `${changes}.${rights.slice(0, 16)}${isTest ? '.test' : ''}`;
}

/** The session as a call sees it. Calls of both sides read users, roles and the menu of the live merchant. */
export function sessionForSide({ side }: Pick<Call, 'side'>, session: Session): Session {
  return side === 'both' ? { ...session, merchantId: session.accountId } : session;
}

/**
 * Test data needs no confirmation.
 * @throws {ConfirmationRequiredError} if the user must confirm the session first
 */
export function assertConfirmed(
  { isConfirmed, isTest }: Pick<Session, 'isConfirmed' | 'isTest'>,
  side?: CallSide,
): void {
  if (!isConfirmed && !(isTest && side !== 'both')) throw new ConfirmationRequiredError();
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

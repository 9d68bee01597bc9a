import type { AuditEvent } from '#server/audit/recordAudit.ts';
import type { Refused } from '#server/http/router.ts';
import { actorOf, LONGEST_USER_AGENT } from '#server/resources/CallMeans.ts';

/** Why a sign-in was refused. Kept in the tenant's audit log; whoever signs in is never told. */
export type RefusalReason = 'locked' | 'disabled' | 'wrong_password' | 'wrong_code';

export interface SignInOrigin {
  ip: string;
  userAgent: string | null;
  /** Resolves once the answer has left. */
  answered: Promise<void>;
}

/** The audit record of a refused sign-in. */
export function refusedSignIn(
  user: { merchant_id: string; id: string; username: string },
  reason: RefusalReason,
  { ip, userAgent }: SignInOrigin,
  at: Date,
): AuditEvent {
  // Somebody who knew the name: nobody knows whether it was the user.
  const actor = {
    merchantId: user.merchant_id,
    userId: null,
    name: user.username,
    ip,
    userAgent: shortened(userAgent),
  };
  return {
    actor,
    action: 'session.refuse',
    resource: 'sessions',
    recordId: user.id,
    before: null,
    after: { reason },
    at,
  };
}

/** What the audit log says of a refused call: which, and why. Nothing of what was sent with it. */
export function refusedCall({ session, call, request, reason }: Refused, at: Date): AuditEvent {
  return {
    actor: actorOf(session, request),
    action: 'session.forbid',
    resource: 'sessions',
    recordId: session.id,
    before: null,
    after: { call: `${call.method} ${call.path}`, reason },
    at,
  };
}

/** A user agent as sessions and audit records keep it. */
export function shortened(userAgent: string | null): string | null {
  return userAgent?.slice(0, LONGEST_USER_AGENT) ?? null;
}

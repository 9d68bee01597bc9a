import type { Language } from '@merchant-console/declaration/languages';
import type { AuditEvent } from '#server/audit/recordAudit.ts';
import type { Refused } from '#server/http/router.ts';
import { actorOf, LONGEST_USER_AGENT } from '#server/resources/CallDeps.ts';

/** Why a sign-in was rejected. Recorded in the tenant's audit log, never sent to the client. */
export type RefusalReason =
  'locked' | 'too_soon' | 'disabled' | 'merchant_closed' | 'wrong_password' | 'wrong_code' | 'used_code';

export interface SignInOrigin {
  ip: string;
  userAgent: string | null;
  /** The browser's token, or null if it has none. See `deviceIn`. */
  device: string | null;
  language: Language;
  /** Resolves when the response has been sent. */
  answered: Promise<void>;
}

/** The audit entry of a rejected sign-in. */
export function refusedSignIn(
  user: { merchant_id: string; id: string; username: string },
  reason: RefusalReason,
  { ip, userAgent }: SignInOrigin,
  at: Date,
): AuditEvent {
  // The username alone doesn't prove that it was the user.
  const actor = {
    merchantId: user.merchant_id,
    userId: null,
    name: user.username,
    ip,
    userAgent: shortened(userAgent),
  };
  return { actor, action: 'session.refuse', resource: 'sessions', recordId: user.id, after: { reason }, at };
}

/** The audit entry of a rejected call: its route and the reason, without its parameters. */
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

/** The user agent, truncated for sessions and audit entries. */
export function shortened(userAgent: string | null): string | null {
  return userAgent?.slice(0, LONGEST_USER_AGENT) ?? null;
}

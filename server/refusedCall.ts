import type { AuditEvent } from './audit/recordAudit.ts';
import type { Refused } from './http/Refused.ts';
import { actorOf } from './resources/CallMeans.ts';

/** What the audit log says of a refused call: which, and why. Nothing of what was sent with it. */
export function refusedCall({ session, call, request, reason }: Refused, at: Date): AuditEvent {
  return {
    ...{ actor: actorOf(session, request), action: 'session.forbid', resource: 'sessions', recordId: session.id },
    ...{ before: null, after: { call: `${call.method} ${call.path}`, reason }, at },
  };
}

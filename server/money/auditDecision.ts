import { type AuditSide, recordAudit, systemActor } from '#server/audit/recordAudit.ts';
import { merchantOf, PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import type { Actor } from '#server/resources/RecordSource.ts';

export interface Decision {
  /** Tenant of the record. */
  merchantId: string;
  /** Name of the resource for the merchant, and for the platform. */
  resource: string;
  reviewed: string;
  /** Such as `approve`. */
  verb: string;
  recordId: string;
  before: AuditSide;
  after: AuditSide;
  at: Date;
}

/**
 * Logs a platform operator's decision on a merchant's record: in the platform's log under the operator's name, in the
 * merchant's under the platform's. Logs are always locked in the order of tenant IDs, to avoid deadlocks.
 *
 * @param operator null if the sandbox decided in test mode, which the platform's log doesn't mention
 */
export async function auditDecision(tx: Tx, operator: Actor | null, decision: Decision): Promise<void> {
  const { merchantId, resource, reviewed, verb, ...entry } = decision;
  if (operator) await recordAudit(tx, { actor: operator, action: `${reviewed}.${verb}`, ...entry });
  const name = operator ? (await merchantOf(tx, PLATFORM_ID)).name : 'Sandbox';
  await recordAudit(tx, { actor: { ...systemActor(merchantId), name }, action: `${resource}.${verb}`, ...entry });
}

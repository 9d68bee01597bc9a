import type { Transaction } from 'kysely';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import type { Database } from '#server/db/schema.ts';
import type { Actor } from '#server/resources/RecordSource.ts';

export interface Decision {
  /** Whose record it is. */
  merchantId: string;
  /** The resource as the merchant knows it, and as the platform does. */
  resource: string;
  reviewed: string;
  /** Such as `approve`. */
  verb: string;
  recordId: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  at: Date;
}

/**
 * Records what an operator of the platform did with a merchant's record: in the platform's log under the operator's
 * name, in the merchant's under the platform's. The logs are locked in the order of the tenants' ids, as all do.
 */
export async function auditDecision(tx: Transaction<Database>, operator: Actor, decision: Decision): Promise<void> {
  const { merchantId, resource, reviewed, verb, ...told } = decision;
  await recordAudit(tx, { actor: operator, action: `${reviewed}.${verb}`, resource: reviewed, ...told });
  const platform = await tx
    .selectFrom('merchants')
    .where('merchant_id', '=', PLATFORM_ID)
    .select('name')
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    actor: { merchantId, userId: null, ip: null, userAgent: null, name: platform.name },
    action: `${resource}.${verb}`,
    resource,
    ...told,
  });
}

import { sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/schema.ts';
import { auditHash, CHAIN_START, type AuditRow } from './auditHash.ts';

/** Who does it; `userId` null: the system itself. */
export interface AuditActor {
  merchantId: string;
  userId: string | null;
  ip: string | null;
  userAgent: string | null;
}

export interface AuditEvent {
  actor: AuditActor;
  /** `suppliers.edit`; `suppliers.disable` for an action. */
  action: string;
  resource: string;
  recordId: string;
  /** The changed fields before and after, as JSON; masked where they are masked, never a secret. null: there is no such side. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
  at: Date;
}

/**
 * Adds a row to the tenant's audit log, in the transaction of what it tells. The end of the chain is locked until that
 * transaction ends: call it after everything else is locked and done.
 */
export async function recordAudit(tx: Transaction<Database>, event: AuditEvent): Promise<void> {
  const { actor, at } = event;
  const { merchantId } = actor;
  const head = await lockedHead(tx, merchantId);
  const content: Omit<AuditRow, 'hash'> = {
    merchant_id: merchantId,
    id: uuidv7({ msecs: at.getTime() }),
    seq: head.seq + 1n,
    actor_id: actor.userId,
    actor_name: await nameOf(tx, actor),
    action: event.action,
    resource: event.resource,
    record_id: event.recordId,
    before: event.before,
    after: event.after,
    ip: actor.ip,
    user_agent: actor.userAgent,
    at,
    previous_hash: head.hash,
  };
  const hash = auditHash(content);
  const json = (side: typeof event.before) => (side === null ? null : JSON.stringify(side));
  await tx
    .insertInto('audit_logs')
    .values({ ...content, before: json(event.before), after: json(event.after), hash })
    .execute();
  await tx.updateTable('audit_heads').set({ seq: content.seq, hash }).where('merchant_id', '=', merchantId).execute();
}

async function lockedHead(tx: Transaction<Database>, merchantId: string): Promise<{ seq: bigint; hash: string }> {
  await tx
    .insertInto('audit_heads')
    .values({ merchant_id: merchantId, seq: 0n, hash: CHAIN_START })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();
  const { rows } = await sql<{ seq: bigint; hash: string }>`
    select seq, hash from audit_heads where merchant_id = ${merchantId} for update`.execute(tx);
  const [head] = rows;
  if (!head) throw new Error('unreachable: the head was just made');
  return head;
}

/** The name as it was then: the log stays readable when the user is renamed or gone. */
async function nameOf(tx: Transaction<Database>, { merchantId, userId }: AuditActor): Promise<string | null> {
  if (userId === null) return null;
  const user = await tx
    .selectFrom('users')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', userId)
    .select(['username', 'real_name'])
    .executeTakeFirst();
  return user ? (user.real_name ?? user.username) : null;
}

import { sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { insertRows } from '#server/db/insertRows.ts';
import type { Database } from '#server/db/schema.ts';
import { auditHash, CHAIN_START, type AuditRow, plainJson, storableText } from './auditJson.ts';

/** Who does it; `userId` null: the system itself. */
export interface AuditActor {
  merchantId: string;
  userId: string | null;
  ip: string | null;
  userAgent: string | null;
  /** For somebody who is no user of this tenant, such as the platform; absent: the user's own name. */
  name?: string;
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
 * transaction ends: call it after everything else is locked and done, so that nobody waits for a row of ours while we
 * wait for the chain.
 */
export async function recordAudit(tx: Transaction<Database>, event: AuditEvent): Promise<void> {
  await recordAudits(tx, [event]);
}

/** The same for several things in one tenant's log, in their order. */
export async function recordAudits(tx: Transaction<Database>, events: readonly AuditEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const { merchantId } = first.actor;
  const names = await namesOf(tx, events);
  let head = await lockedHead(tx, merchantId);
  const rows = events.map((event): AuditRow => {
    const content = contentOf(event, names.get(actorKey(event.actor)) ?? null, head);
    const row = { ...content, hash: auditHash(content) };
    head = row;
    return row;
  });
  await insertRows(tx, 'audit_logs', rows);
  const { seq, hash } = head;
  await tx.updateTable('audit_heads').set({ seq, hash }).where('merchant_id', '=', merchantId).execute();
}

interface Head {
  seq: bigint;
  hash: string;
}

const sideSchema = z.record(z.string(), z.unknown()).nullable();

function contentOf(event: AuditEvent, actorName: string | null, head: Head): Omit<AuditRow, 'hash'> {
  const { actor, at } = event;
  return {
    merchant_id: actor.merchantId,
    id: uuidv7({ msecs: at.getTime() }),
    seq: head.seq + 1n,
    actor_id: actor.userId,
    actor_name: actorName,
    action: event.action,
    resource: event.resource,
    record_id: event.recordId,
    before: sideSchema.parse(plainJson(event.before)),
    after: sideSchema.parse(plainJson(event.after)),
    ip: actor.ip,
    user_agent: actor.userAgent === null ? null : storableText(actor.userAgent),
    at,
    previous_hash: head.hash,
  };
}

async function lockedHead(tx: Transaction<Database>, merchantId: string): Promise<Head> {
  await tx
    .insertInto('audit_heads')
    .values({ merchant_id: merchantId, seq: 0n, hash: CHAIN_START })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();
  const { rows } = await sql<Head>`
    select seq, hash from audit_heads where merchant_id = ${merchantId} for update`.execute(tx);
  const [head] = rows;
  if (!head) throw new Error('unreachable: the head was just made');
  return head;
}

const actorKey = ({ userId, name }: AuditActor) => userId ?? name ?? '';

/** Each actor is looked up once. */
async function namesOf(tx: Transaction<Database>, events: readonly AuditEvent[]): Promise<Map<string, string | null>> {
  const actors = new Map(events.map(({ actor }) => [actorKey(actor), actor]));
  const names = new Map<string, string | null>();
  for (const [key, actor] of actors) names.set(key, await nameOf(tx, actor));
  return names;
}

/** The name as it was then: the log stays readable when the user is renamed or gone. */
async function nameOf(tx: Transaction<Database>, { merchantId, userId, name }: AuditActor): Promise<string | null> {
  if (userId === null) return name ?? null;
  const user = await tx
    .selectFrom('users')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', userId)
    .select(['username', 'real_name'])
    .executeTakeFirst();
  return user ? (user.real_name ?? user.username) : null;
}

import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { accountOf } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { storableText } from '#server/storable.ts';
import { auditHash, type AuditRow, CHAIN_START, plainJson } from './auditJson.ts';

/** The actor of an audit entry; `userId` is null for the system. */
export interface AuditActor {
  merchantId: string;
  userId: string | null;
  ip: string | null;
  userAgent: string | null;
  /**
   * Name for an actor that isn't a user of this tenant, such as the platform. If absent, the user's own name is looked
   * up.
   */
  name?: string;
}

export interface AuditEvent {
  actor: AuditActor;
  /** `<resource>.<verb>`, such as `suppliers.edit`, or `suppliers.disable` for an action. */
  action: string;
  /** Defaults to the resource that the action names. */
  resource?: string;
  recordId: string;
  /** The changed fields before and after, as JSON. Masked fields are masked, secrets are left out. */
  before?: AuditSide;
  after?: AuditSide;
  at: Date;
}

/** Values of a record by field, or null if there is no such side. */
export type AuditSide = Readonly<Record<string, unknown>> | null;

/**
 * Appends a row to the tenant's audit log, in the transaction of the change. Locks the head of the chain until that
 * transaction ends, so call it last: a caller that then waits for another lock would block every other writer of the
 * log.
 */
export async function recordAudit(tx: Tx, event: AuditEvent): Promise<void> {
  await recordAudits(tx, [event]);
}

/** The system itself as the actor in a tenant's log. */
export function systemActor(merchantId: string): AuditActor {
  return { merchantId, userId: null, ip: null, userAgent: null };
}

/**
 * Records an event in the actor's own log and, under the name of the actor's tenant, in the log of another tenant. Logs
 * are always locked in the order of tenant IDs, to avoid deadlocks.
 */
export async function recordInBothLogs(
  tx: Tx,
  event: AuditEvent,
  other: { merchantId: string; actorName: string },
): Promise<void> {
  const outsider = { ...systemActor(other.merchantId), name: other.actorName };
  const actors = [event.actor, outsider].toSorted((one, two) => (one.merchantId < two.merchantId ? -1 : 1));
  for (const actor of actors) await recordAudit(tx, { ...event, actor });
}

/** Appends several rows to one tenant's log, in the given order. */
export async function recordAudits(tx: Tx, events: readonly AuditEvent[]): Promise<void> {
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
    resource: event.resource ?? resourceOf(event.action),
    record_id: event.recordId,
    before: sideSchema.parse(plainJson(event.before ?? null)),
    after: sideSchema.parse(plainJson(event.after ?? null)),
    ip: actor.ip,
    user_agent: actor.userAgent === null ? null : storableText(actor.userAgent),
    at,
    previous_hash: head.hash,
  };
}

const resourceOf = (action: string) => action.slice(0, action.indexOf('.'));

async function lockedHead(tx: Tx, merchantId: string): Promise<Head> {
  await tx
    .insertInto('audit_heads')
    .values({ merchant_id: merchantId, seq: 0n, hash: CHAIN_START })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();
  const { rows } = await sql<Head>`
    select seq, hash from audit_heads where merchant_id = ${merchantId} for update`.execute(tx);
  const [head] = rows;
  if (!head) throw new Error('unreachable: the head was just created');
  return head;
}

const actorKey = ({ userId, name }: AuditActor) => userId ?? name ?? '';

/** Looks each actor up once. */
async function namesOf(tx: Tx, events: readonly AuditEvent[]): Promise<Map<string, string | null>> {
  const actors = new Map(events.map(({ actor }) => [actorKey(actor), actor]));
  const names = new Map<string, string | null>();
  for (const [key, actor] of actors) names.set(key, await nameOf(tx, actor));
  return names;
}

/** The actor's name at this time, so that the log stays readable after the user is renamed or deleted. */
async function nameOf(tx: Tx, { merchantId, userId, name }: AuditActor): Promise<string | null> {
  if (userId === null) return name ?? null;
  const user = await tx
    .selectFrom('users')
    .where('merchant_id', '=', accountOf(merchantId))
    .where('id', '=', userId)
    .select(['username', 'real_name'])
    .executeTakeFirst();
  return user ? (user.real_name ?? user.username) : null;
}

export type RefusalLog = ReturnType<typeof createRefusalLog>;

/** Writes refused calls to the audit log. Passes write errors to `onError`, because the refusal stands in any case. */
export function createRefusalLog({ db, onError }: { db: Db; onError: (error: unknown) => void }) {
  let last: Promise<void> = Promise.resolve();

  const write = (refusal: AuditEvent, before?: (tx: Tx) => Promise<void>): Promise<void> =>
    db
      .transaction(async (tx) => {
        await before?.(tx);
        await recordAudit(tx, refusal);
      })
      .catch(onError);

  return {
    write: (refusal: AuditEvent) => write(refusal),
    /**
     * Writes the entry after `answered` resolves, one entry at a time. For sign-ins: only existing users have a log, so
     * writing before the response would reveal by its timing which usernames exist. A dummy write for unknown names
     * would let anyone fill the table. On the embedded database, which shares this thread, even a started write would
     * delay the response.
     * @param before what else the refusal causes, in the same transaction
     */
    writeAfter(answered: Promise<void>, refusal: AuditEvent, before?: (tx: Tx) => Promise<void>): void {
      last = Promise.all([last, answered]).then(() => write(refusal, before));
    },
    /** Resolves when all deferred entries are written. */
    settled: () => last,
  };
}

import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { later } from '#server/db/later.ts';
import { accountOf } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import { inserting, rowsAsJson } from '#server/db/rows.ts';
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
  const users = [...new Set(events.flatMap(({ actor: { userId } }) => userId ?? []))];
  const { names, ...locked } = await lockedHead(tx, merchantId, users);
  let head: Head = locked;
  const rows = events.map((event): AuditRow => {
    const { userId, name = null } = event.actor;
    const content = contentOf(event, userId === null ? name : (names?.[userId] ?? null), head);
    const row = { ...content, hash: auditHash(content) };
    head = row;
    return row;
  });
  const { seq, hash } = head;
  const append = sql`
    with appended as (${inserting('audit_logs', rowsAsJson(rows))})
    update audit_heads set seq = ${seq}, hash = ${hash} where merchant_id = ${merchantId}`;
  await later(tx, append);
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

interface LockedHead extends Head {
  /** Of the users that exist, by ID: their names at this time, so that the log stays readable after they are renamed or deleted. */
  names: Readonly<Record<string, string>> | null;
}

/** The head of a tenant's log, which is created if there is none, with the names of some of the tenant's users. */
async function lockedHead(tx: Tx, merchantId: string, users: readonly string[]): Promise<LockedHead> {
  // Users of a test side belong to its live merchant.
  const account = users.length === 0 ? merchantId : await accountOf(tx, merchantId);
  const lock = async () => {
    const { rows } = await sql<LockedHead>`
      select seq, hash, (${namesOf(merchantId, users)}) as names
      from audit_heads where merchant_id = ${merchantId} for update`.execute(tx);
    const [row] = rows;
    if (!row || account === merchantId) return row;
    return { ...row, ...(await namesOf(account, users).execute(tx)).rows[0] };
  };
  const head = await lock();
  if (head) return head;
  await tx
    .insertInto('audit_heads')
    .values({ merchant_id: merchantId, seq: 0n, hash: CHAIN_START })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();
  const created = await lock();
  if (!created) throw new Error('unreachable: the head was just created');
  return created;
}

function namesOf(merchantId: string, users: readonly string[]): RawBuilder<Pick<LockedHead, 'names'>> {
  return sql`
    select json_object_agg(id, coalesce(real_name, username)) as names from users
    where merchant_id = ${merchantId} and id = any (${[...users]}::uuid[])`;
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

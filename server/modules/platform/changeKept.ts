import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { RollOut } from '#server/rollOut/createRollOut.ts';
import { assertPower } from '#server/access/powers.ts';
import { type AuditActor, recordAudit } from '#server/audit/recordAudit.ts';
import { only } from '#server/audit/sides.ts';
import { auditConfirmed, secondOpinion } from '../operatorRequests/service.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, orNotFound } from '#server/errors.ts';
import type { NotifyRules } from '#server/network/notifyUrl.ts';
import type { LinkDeps } from '../users/service.ts';
import { readRecord } from '#server/resources/plainRecord.ts';
import type { Actor, Target, Values, WireRecord } from '#server/resources/RecordSource.ts';

/** Dependencies of the platform's writers. */
export interface PlatformDeps extends NotifyRules, LinkDeps {
  db: Db;
  /** Absent for commands: the server adds pages and rights of its declarations at its next start. */
  rollOut?: RollOut;
}

/** @throws {ForbiddenError} if the actor is an operator who can't decide yet; commands always can */
export async function assertDecider(tx: Tx, { merchantId, userId }: AuditActor, at: Date): Promise<void> {
  if (userId !== null && merchantId === PLATFORM_ID) await assertPower(tx, { merchantId, userId }, 'decide', at);
}

/** Records edited by the platform: its own or its merchants'. */
export interface KeptRows {
  resource: string;
  table: 'channels' | 'merchants' | 'platform_limits';
  /** Column of the record's ID. */
  key: 'id' | 'merchant_id';
  /** View that the platform reads. Only its records may be changed. */
  view: string;
  /** Editable fields, converted from API form to columns. */
  writable: z.ZodObject;
  /** @throws {ValidationError} if fields contradict each other */
  check?(record: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>>): void;
  /**
   * Fields by which the change widens what the merchant or an operator may do. It then needs a second operator.
   * @param wanted the changed columns in API form
   */
  widens?(tx: Tx, before: WireRecord, wanted: Values): Promise<readonly string[]>;
  /** The merchant that a record of the platform concerns. */
  tenantOf?(record: WireRecord): string;
  /** What else changes with the record, before it is read again. */
  changeRest?(tx: Tx, actor: AuditActor, change: { before: WireRecord; wanted: Values; at: Date }): Promise<void>;
}

/** Changes a record of one kind, like `changeKept`. */
export type Change = (tx: Tx, clock: Clock, change: KeptChange) => Promise<WireRecord>;

/** A change and its actor. */
export interface KeptChange {
  actor: AuditActor;
  target: Target;
  values: Values;
}

/**
 * Changes a record, with its audit entry. If the change needs a second operator, returns the unchanged record with the
 * `pending_change`.
 * @throws {NotFoundError} if there is no such record
 * @throws {ConflictError} if the revision is outdated
 * @throws {ForbiddenError} like `assertDecider`
 */
export async function changeKept(
  tx: Tx,
  { resource, table, key, view, writable, check, widens, tenantOf, changeRest }: KeptRows,
  clock: Clock,
  { actor, target, values }: KeptChange,
): Promise<WireRecord> {
  const read = () => readRecord(tx, view, actor.merchantId, target.id);
  await read();
  await assertDecider(tx, actor, clock.now());
  const { rows } = await sql<{ revision: number }>`
    select revision from ${sql.table(table)} where ${sql.ref(key)} = ${target.id} for update`.execute(tx);
  const row = orNotFound(rows[0]);
  const before = await read();
  if (target.revision !== null && target.revision !== row.revision) throw new ConflictError({ current: before });
  const columns = writable.partial().parse(values);
  check?.({ ...before, ...columns }, before);
  const at = clock.now();
  const wanted = wireValues(columns);
  const widened = isOperator(actor) ? ((await widens?.(tx, before, wanted)) ?? []) : [];
  if (isOperator(actor) && widened.length > 0) {
    // All of it waits, so the second operator sees all of it, not only what asks for a second one.
    const changing = Object.keys(wanted).filter(
      (source) => !isDeepStrictEqual(before[source] ?? null, wanted[source] ?? null),
    );
    const sides = { before: only(changing, before), after: only(changing, wanted) };
    const act = {
      act: `${resource}.edit`,
      recordId: target.id,
      tenantId: tenantOf?.(before) ?? null,
      money: null,
      wanted,
    };
    const opinion = await secondOpinion(tx, actor, { ...act, ...sides }, at);
    if (opinion.waits !== null) return { ...before, pending_change: opinion.waits };
    // No change of settings has locked a wallet yet.
    if (opinion.confirmed) await auditConfirmed(tx, actor, opinion.confirmed, at);
  }
  const changes = Object.entries({ ...columns, revision: row.revision + 1, updated_at: at });
  const assignments = changes.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`
    update ${sql.table(table)} set ${sql.join(assignments)} where ${sql.ref(key)} = ${target.id}`.execute(tx);
  await changeRest?.(tx, actor, { before, wanted, at });
  const after = await read();
  const changed = Object.keys(columns).filter((source) => !isDeepStrictEqual(before[source], after[source]));
  await recordAudit(tx, {
    actor,
    action: `${resource}.edit`,
    recordId: target.id,
    at,
    before: only(changed, before),
    after: only(changed, after),
  });
  return after;
}

/** Columns in API form: amounts as digits. */
export function wireValues(columns: Values): Values {
  const digits = (value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  return Object.fromEntries(Object.entries(columns).map(([source, value]) => [source, digits(value)]));
}

/** False for a merchant's user, and for the command line, which only those with access to the server can use. */
export function isOperator(actor: AuditActor): actor is Actor {
  return actor.userId !== null && actor.ip !== null && actor.merchantId === PLATFORM_ID;
}

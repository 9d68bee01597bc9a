import { isDeepStrictEqual } from 'node:util';
import { subDays } from 'date-fns/subDays';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type AuditEvent, type AuditSide, recordAudit } from '#server/audit/recordAudit.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { DbOrTx, OperatorRequestsTable, Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ConflictError, ForbiddenError } from '#server/errors.ts';
import { assertChecker, NO_NOTE } from '#server/money/checkers.ts';
import { newNumber } from '#server/money/newNumber.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { ActionHandler } from '#server/resources/ResourceBackend.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { notify, settle } from '../notifications/service.ts';

export type OperatorRequest = Selectable<OperatorRequestsTable>;

/** What an operator alone may move of one merchant within a day, as a multiple of the platform's limit. */
const SUM_FACTOR = 5n;
const SUM_DAYS = 1;

/** An act of an operator that may need a second one. */
export interface OperatorAct {
  /** `<resource>.<verb>`, such as `deposit_reviews.pass`. */
  act: string;
  recordId: string;
  /** The merchant that it concerns, or null if it concerns the platform alone. */
  tenantId: string | null;
  /** The decided amount in minor units, or null for a change of settings, which always needs a second operator. */
  money: { amount: bigint; currency: string } | null;
  /** Values that the act was given, as JSON. A second operator confirms exactly these. */
  wanted: Readonly<Record<string, unknown>>;
  /** Changed fields, to show. */
  before: AuditSide;
  after: AuditSide;
}

/**
 * `waits` is the ID of the request if nothing may happen yet. Otherwise `confirmed` is the first operator's request, or null
 * if none was needed. Once the act has locked its wallets, log it by `auditConfirmed`.
 */
type SecondOpinion = { waits: string } | { waits: null; confirmed: OperatorRequest | null };

/**
 * Asks whether an act may go on. The first operator's is stored, and the second one's, if it is the same, goes on. Call it
 * with the act's record locked, before the act has any effect.
 * @throws {ForbiddenError} `own_operator_request` if the operator has asked for it already; otherwise like `assertChecker`
 * @throws {ConflictError} `operator_request_open` if another act on the record waits
 */
export async function secondOpinion(tx: Tx, operator: Actor, act: OperatorAct, at: Date): Promise<SecondOpinion> {
  const open = await openRequests(tx, act.recordId);
  const same = open.find((one) => one.act === act.act && isDeepStrictEqual(one.wanted, plain(act.wanted)));
  if (same) {
    if (same.creator_id === operator.userId) throw new ForbiddenError('own_operator_request');
    const decision = { merchantId: PLATFORM_ID, makerId: same.creator_id, permission: act.act, at };
    const note = (await assertChecker(tx, { ...decision, checker: operator })) ?? NO_NOTE;
    const confirmed = await end(tx, operator, same, { status: 'pass', approver_id: operator.userId, ...note }, at);
    return { waits: null, confirmed };
  }
  const [other] = open;
  if (await needsSecond(tx, operator, act, at)) {
    if (other) throw new ConflictError({ id: 'operator_request_open', args: { request: other.request_no } });
    return { waits: await insert(tx, operator, act, at) };
  }
  await voidRequests(tx, operator, act.recordId, at);
  return { waits: null, confirmed: null };
}

/** Logs that a second operator has confirmed the act, with the mark if the two are related. */
export async function auditConfirmed(tx: Tx, operator: Actor, confirmed: OperatorRequest, at: Date): Promise<void> {
  const { id: recordId, status, checker_relation, checker_related_at } = confirmed;
  const after = { status, ...(checker_relation !== null && { checker_relation, checker_related_at }) };
  await audit(tx, operator, 'approve', { recordId, before: { status: 'pending' }, after, at });
}

/** Ends what waits about a record that has been decided otherwise. @param by an operator, or a user of the merchant */
export async function voidRequests(tx: Tx, by: Actor, recordId: string, at: Date): Promise<void> {
  for (const open of await openRequests(tx, recordId)) await end(tx, by, open, { status: 'cancelled' }, at);
}

/** By another operator, with a reason. @throws {ConflictError} if it is no longer pending */
export async function reject(tx: Tx, operator: Actor, id: string, reason: string, at: Date): Promise<OperatorRequest> {
  const row = await lockPending(tx, id, 'reject');
  if (row.creator_id === operator.userId) throw new ForbiddenError('own_request');
  const decision = { status: 'reject', reject_reason: reason } as const;
  const after = await end(tx, operator, row, { ...decision, approver_id: operator.userId }, at);
  await audit(tx, operator, 'reject', { recordId: id, before: { status: 'pending' }, after: decision, at });
  return after;
}

/** By the operator who asked. @throws {ConflictError} if it is no longer pending */
export async function cancel(tx: Tx, operator: Actor, id: string, at: Date): Promise<OperatorRequest> {
  const row = await lockPending(tx, id, 'cancelled');
  if (row.creator_id !== operator.userId) throw new ForbiddenError();
  const decision = { status: 'cancelled' } as const;
  const after = await end(tx, operator, row, decision, at);
  await audit(tx, operator, 'cancel', { recordId: id, before: { status: 'pending' }, after: decision, at });
  return after;
}

/** @throws {ConflictError} if it is no longer pending; says by whom it was decided */
export function lockPending(tx: Tx, id: string, to: 'pass' | 'reject' | 'cancelled'): Promise<OperatorRequest> {
  return lockForMove(tx, 'operator_requests', { merchantId: PLATFORM_ID, id, to });
}

async function insert(tx: Tx, operator: Actor, { money, ...act }: OperatorAct, at: Date): Promise<string> {
  const id = uuidv7({ msecs: at.getTime() });
  const request_no = newNumber('O', at);
  const after = { request_no, status: 'pending', act: act.act, ...(act.after && plain(act.after)) };
  const before = act.before && plain(act.before);
  await tx
    .insertInto('operator_requests')
    .values({
      merchant_id: PLATFORM_ID,
      id,
      request_no,
      act: act.act,
      resource: act.act.slice(0, act.act.indexOf('.')),
      record_id: act.recordId,
      tenant_id: act.tenantId,
      amount: money?.amount ?? null,
      currency: money?.currency ?? null,
      wanted: JSON.stringify(plain(act.wanted)),
      before: before && JSON.stringify(before),
      after: act.after && JSON.stringify(plain(act.after)),
      status: 'pending',
      creator_id: operator.userId,
      approver_id: null,
      ...NO_NOTE,
      reject_reason: null,
      decided_at: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const data = { resource: 'operator_requests', record_id: id, number: request_no, act: act.act };
  const whom = { merchantId: PLATFORM_ID, except: operator.userId, ...(act.tenantId && { ofMerchant: act.tenantId }) };
  await notify(tx, { ...whom, kind: 'operator_request_waiting', data, at });
  await audit(tx, operator, 'request', { recordId: id, before, after, at });
  return id;
}

/** Stores the decision and marks the notifications as read. */
async function end(
  tx: Tx,
  by: Actor,
  row: OperatorRequest,
  decision: Pick<OperatorRequest, 'status'> & Partial<OperatorRequest> & { status: keyof typeof OUTCOMES },
  at: Date,
): Promise<OperatorRequest> {
  const decided = { ...decision, decided_at: at, updated_at: at };
  await updateRow(tx, 'operator_requests', row, decided);
  const of = { merchantId: PLATFORM_ID, kind: 'operator_request_waiting', recordId: row.id } as const;
  await settle(tx, { ...of, outcome: OUTCOMES[decision.status], by, at });
  return { ...row, ...decided };
}

const OUTCOMES = { pass: 'approved', reject: 'rejected', cancelled: 'cancelled' } as const;

function audit(tx: Tx, operator: Actor, verb: string, event: Omit<AuditEvent, 'actor' | 'action'>): Promise<void> {
  return recordAudit(tx, { actor: operator, action: `operator_requests.${verb}`, ...event });
}

/** Pending requests about a record, locked. The record is locked too, so there are no others. */
function openRequests(tx: Tx, recordId: string): Promise<OperatorRequest[]> {
  return tx
    .selectFrom('operator_requests')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('record_id', '=', recordId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .selectAll()
    .forUpdate()
    .execute();
}

/** True if the operator may not decide alone. */
async function needsSecond(
  tx: Tx,
  operator: Actor,
  { tenantId, recordId, money }: OperatorAct,
  at: Date,
): Promise<boolean> {
  if (!(await hasColleague(tx, operator.userId))) return false;
  if (money === null) return true;
  const limit = await limitOf(tx, money.currency);
  const decided = { userId: operator.userId, tenantId, currency: money.currency, except: recordId };
  const before = await decidedAlone(tx, decided, at);
  return isAboveLimit({ amount: money.amount, before }, limit);
}

/** True if an operator may not move an amount alone. @param moved.before what they moved of the merchant within a day */
export function isAboveLimit({ amount, before }: { amount: bigint; before: bigint }, limit: bigint): boolean {
  return amount > limit || before + amount > SUM_FACTOR * limit;
}

/**
 * True if the platform has, or ever had, another operator who set up a sign-in. Until then, the first operator sets up the
 * platform alone. A disabled colleague counts, or disabling all others would end the rule.
 */
export async function hasColleague(db: DbOrTx, userId: string): Promise<boolean> {
  const colleague = await db
    .selectFrom('users')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('id', '<>', userId)
    .where('password_hash', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return colleague !== undefined;
}

/**
 * The amount up to which one operator decides alone, in minor units: the platform's limit of the currency, otherwise its
 * threshold for new merchants if that is in the currency, otherwise 0n.
 */
export async function limitOf(db: DbOrTx, currency: string): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(
      (select amount from platform_limits where merchant_id = ${PLATFORM_ID} and currency = ${currency}),
      (select approval_threshold from merchants where merchant_id = ${PLATFORM_ID} and currency = ${currency}),
      0) as amount`.execute(db);
  return rows[0]?.amount ?? 0n;
}

/**
 * What an operator has moved of a merchant in the last day, in minor units. Withdrawals that failed count: otherwise one
 * operator could send the same money again and again, by saying each time that the bank has returned it. So do those that
 * the operator marked for another one who had approved them.
 *
 * @param decided.except the record that is decided now: its approval was counted when it was made
 */
async function decidedAlone(
  db: DbOrTx,
  { userId, tenantId, currency, except }: { userId: string; tenantId: string | null; currency: string; except: string },
  at: Date,
): Promise<bigint> {
  if (tenantId === null) return 0n;
  const since = subDays(at, SUM_DAYS);
  const { rows } = await sql<{ amount: string }>`
    select (
      coalesce((select sum(amount) from deposits where merchant_id = ${tenantId} and reviewer_id = ${userId}
        and currency = ${currency} and status = 'pass' and reviewed_at > ${since}), 0)
      + coalesce((select sum(amount) from withdrawals where merchant_id = ${tenantId}
        and currency = ${currency} and status in ('processing', 'success', 'failed') and id <> ${except}
        and ((reviewer_id = ${userId} and reviewed_at > ${since}) or (marker_id = ${userId} and finished_at > ${since}))), 0)
      )::text as amount`.execute(db);
  return BigInt(rows[0]?.amount ?? '0');
}

const record = z.record(z.string(), z.unknown());

/** The values as JSON holds them. */
function plain(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const digits = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  return record.parse(JSON.parse(JSON.stringify(values, digits)));
}

/** Adds `pending_change` to the record that an action returns, see `pendingChange`. */
export function withPendingChange(action: ActionHandler): ActionHandler {
  return async (tx, call) => {
    const answer = record.parse(await action(tx, call));
    return { ...answer, ...(await pendingChange(tx, call.id)) };
  };
}

/** Fields of a record's page: the ID of the request that waits about it, or null. */
export async function pendingChange(db: DbOrTx, recordId: string) {
  const found = await db
    .selectFrom('operator_requests')
    .where('merchant_id', '=', PLATFORM_ID)
    .where('record_id', '=', recordId)
    .where('status', '=', 'pending')
    .select('id')
    .executeTakeFirst();
  return { pending_change: found?.id ?? null, has_pending_change: found !== undefined };
}

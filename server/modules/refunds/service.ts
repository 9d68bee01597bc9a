import { EVENTS, type WebhookEvent } from '#shared/contract/webhooks.ts';
import { recordAudit, type AuditActor, type AuditEvent } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ForbiddenError, OrderDiffersError } from '#server/errors.ts';
import { refundJobs } from '#server/jobs/jobQueue.ts';
import { queueEvents } from '#server/jobs/queueEvents.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import type { Order } from '#server/modules/orders/service.ts';
import { assertPower } from '#server/access/powers.ts';
import { insertingOutflows } from '#server/money/approvals.ts';
import { assertCheckerOfAll, makersOf, type CheckerNote } from '#server/money/checkers.ts';
import { keyName, mustWait, type PayingKey } from '#server/money/keyLimits.ts';
import { type AgreedCharge, checkAgreed, checkCovered } from '#server/money/quote.ts';
import { tenantSettings, type TenantSettings } from '#server/money/tenant.ts';
import type { PayoutOutcome } from '#server/modules/payouts/service.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import {
  moneyRecordArgs,
  notify,
  type Event,
  settle as settleNotices,
  type Settlement,
} from '../notifications/service.ts';
import { bookRefund, countOnOrder, outflowOf } from './bookRefund.ts';
import { lockOrder } from './lockOrder.ts';
import { newRefund, type NewRefund, type Refund } from './newRefund.ts';
import { refundApprovalOf, refundTerms, type RefundTerms } from './refundTerms.ts';
import { endedOf, type RefundResult, settleRefunds } from './settleRefunds.ts';

export { lockOrder, type Refund };

/** A refund requested by a user. */
interface RefundWish {
  orderId: string;
  /** Minor units. */
  amount: bigint;
  reason: string;
  agreed?: AgreedCharge;
}

/** A refund requested by a merchant's server, of an order that the transaction has locked. */
interface RefundCall {
  order: Order;
  /** The key that signed the call. */
  key: PayingKey;
  merchant_refund_no: string;
  amount: bigint;
  reason: string;
  notify_url: string | null;
}

export type Refunds = ReturnType<typeof createRefunds>;

/**
 * Money returned to the payer of a successful order. It is frozen when the refund is created, less the returned fee,
 * and leaves when the channel has paid it. Lock order: refund, order, wallet.
 */
export function createRefunds({ clock }: { clock: Clock }) {
  /**
   * Creates a refund. It waits for another user's approval if it takes the order's refunds above the merchant's threshold.
   * @throws {NotFoundError} if the tenant has no such order
   * @throws {ConflictError | ValidationError} like `refundTerms`, if the balance is too low, or if the figures differ
   * from those agreed to
   */
  async function request(tx: Tx, actor: Actor, { orderId, agreed, ...wish }: RefundWish): Promise<Refund> {
    const { merchantId, userId } = actor;
    await assertPower(tx, actor, 'pay', clock.now());
    const tenant = await tenantSettings(tx, merchantId);
    const order = await lockOrder(tx, merchantId, orderId);
    const terms = await coveredTerms(tx, order, wish.amount, tenant);
    if (agreed) checkAgreed({ ...terms, arrival_amount: terms.payer_amount }, agreed);
    const maker = { makerId: userId, tenant, at: clock.now() };
    const approval = await refundApprovalOf(tx, order, wish.amount, maker);
    const status = approval ? 'pending_approval' : 'processing';
    const made = {
      ...wish,
      merchant_refund_no: null,
      notify_url: null,
      creator_id: userId,
      source: 'console',
      approval_rule: approval?.rule ?? null,
      approval_sum: approval?.sum ?? null,
      key_name: null,
      key_maker_ids: null,
    } as const;
    const row = await begin(tx, order, terms, { ...made, status }, approval ? null : userId);
    if (status === 'pending_approval') await notifyUsers(tx, row, { kind: 'refund_waiting', except: userId });
    await audit(tx, actor, 'request', row, { after: summaryOf(row) });
    return row;
  }

  /**
   * Creates a refund for the merchant's server. Above a limit of its key, it waits for approval if the merchant chose so.
   * @throws errors of `request`; KeyLimitError if it is above a limit
   */
  async function requestByServer(
    tx: Tx,
    caller: AuditActor,
    { order, key, ...wish }: RefundCall,
    tenant: TenantSettings,
  ): Promise<Refund> {
    const terms = await coveredTerms(tx, order, wish.amount, tenant);
    const { merchant_id: merchantId, currency } = order;
    const paid = { merchantId, currency, amount: wish.amount, at: clock.now() };
    const waits = await mustWait(tx, key, paid, tenant);
    const made = {
      creator_id: null,
      source: 'api',
      status: waits ? 'pending_approval' : 'processing',
      approval_rule: null,
      approval_sum: null,
      key_name: waits ? keyName(key) : null,
      key_maker_ids: waits ? [...key.makerIds] : null,
    } as const;
    const row = await begin(tx, order, terms, { ...wish, ...made }, waits ? null : key.lineageId);
    if (waits) await notifyUsers(tx, row, { kind: 'refund_waiting' });
    await audit(tx, caller, 'request', row, { after: summaryOf(row) });
    return row;
  }

  /**
   * By a user other than its creator, and unrelated to them if there is one. Queues it for the channel.
   * @throws {ForbiddenError} like `assertChecker`
   */
  async function approve(tx: Tx, actor: Actor, id: string): Promise<Refund> {
    const row = await lockForDecision(tx, actor, id, 'processing');
    const { merchantId } = actor;
    const by = { merchantId, makerIds: makersOf(row), checker: actor };
    const note = await assertCheckerOfAll(tx, { ...by, permission: 'refunds.approve', at: clock.now() });
    const after = await updateRow(tx, 'refunds', row, {
      status: 'processing',
      approver_id: actor.userId,
      ...note,
      ...decidedAt(),
    });
    await refundJobs.add(tx, row.merchant_id, [id], clock.now());
    await decided(tx, actor, after, { verb: 'approve', outcome: 'approved', note });
    return after;
  }

  /** By a user other than its creator, with a reason. The server that requested it is notified. */
  async function reject(tx: Tx, actor: Actor, id: string, reason: string): Promise<Refund> {
    const row = await lockForDecision(tx, actor, id, 'rejected');
    const isByServer = row.source === 'api';
    const told = row.notify_url === null ? {} : ({ notify_status: 'pending' } as const);
    const after = await updateRow(tx, 'refunds', row, {
      status: 'rejected',
      reject_reason: reason,
      approver_id: actor.userId,
      ...decidedAt(),
      ...(isByServer && { error_code: 'rejected', error_msg: reason, finished_at: clock.now(), ...told }),
    });
    if (isByServer) await queueResult(tx, after, EVENTS.refunds.rejected, clock.now());
    await giveBack(tx, after);
    await decided(tx, actor, after, { verb: 'reject', outcome: 'rejected' });
    return after;
  }

  /** By its creator, while it waits for approval. */
  async function cancel(tx: Tx, actor: Actor, id: string): Promise<Refund> {
    const row = await lockForMove(tx, 'refunds', { merchantId: actor.merchantId, id, to: 'cancelled' });
    if (row.creator_id !== actor.userId) throw new ForbiddenError();
    const after = await updateRow(tx, 'refunds', row, { status: 'cancelled', ...decidedAt() });
    await giveBack(tx, after);
    await decided(tx, actor, after, { verb: 'cancel', outcome: 'cancelled' });
    return after;
  }

  /** Ends refunds of one merchant in one currency with the channel's results, see `settleRefunds`. */
  function settleAll(tx: Tx, merchantId: string, results: readonly RefundResult[]): Promise<Refund[]> {
    return settleRefunds(tx, merchantId, results, clock.now());
  }

  /** Like `settleAll`, for one refund. */
  async function settle(tx: Tx, merchantId: string, id: string, outcome: PayoutOutcome): Promise<Refund> {
    const [after] = await settleAll(tx, merchantId, [{ id, outcome }]);
    if (!after) throw new Error('unreachable: a refund that was locked is returned');
    return after;
  }

  async function coveredTerms(tx: Tx, order: Order, amount: bigint, tenant: TenantSettings): Promise<RefundTerms> {
    const terms = await refundTerms(tx, order, amount, tenant);
    const { available } = await lockWallet(tx, order.merchant_id, order.currency);
    checkCovered({ ...terms, currency: order.currency }, available, tenant);
    return terms;
  }

  /** @param passedBy ID of the user or signing key that gets it through without approval, or null if it has approval or needs it */
  async function begin(
    tx: Tx,
    order: Order,
    terms: RefundTerms,
    wanted: NewRefund,
    passedBy: string | null = null,
  ): Promise<Refund> {
    const at = clock.now();
    const row = newRefund(order, terms, wanted, at);
    const inserted = await tx
      .with('passed', () => insertingOutflows(passedBy === null ? [] : [outflowOf(row, passedBy)]))
      .insertInto('refunds')
      .values({ ...row, key_maker_ids: row.key_maker_ids && JSON.stringify(row.key_maker_ids) })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'merchant_refund_no']).doNothing())
      .returning('id')
      .executeTakeFirst();
    // A concurrent transaction has just used the merchant's number for another order. This one is locked.
    if (!inserted) {
      throw new OrderDiffersError(['order_no'], 'refund_differs');
    }
    await countOnOrder(tx, row, { open: row.amount, refunded: 0n }, at);
    if (row.status === 'processing') await refundJobs.add(tx, row.merchant_id, [row.id], at);
    await bookRefund(tx, row, 'refund_frozen', at);
    return row;
  }

  /** Releases the money of an unsuccessful refund, and its amount of the order. */
  async function giveBack(tx: Tx, row: Refund): Promise<void> {
    const at = clock.now();
    await countOnOrder(tx, row, { open: -row.amount, refunded: 0n }, at);
    await bookRefund(tx, row, 'refund_released', at);
  }

  async function lockForDecision(tx: Tx, actor: Actor, id: string, to: 'processing' | 'rejected'): Promise<Refund> {
    const row = await lockForMove(tx, 'refunds', { merchantId: actor.merchantId, id, to });
    if (makersOf(row).includes(actor.userId)) throw new ForbiddenError('own_request');
    return row;
  }

  async function decided(
    tx: Tx,
    by: Actor,
    row: Refund,
    { verb, outcome, note }: { verb: string; outcome: Settlement['outcome']; note?: CheckerNote | null },
  ): Promise<void> {
    const { merchant_id: merchantId, id: recordId, status, reject_reason } = row;
    await settleNotices(tx, { merchantId, kind: 'refund_waiting', recordId, outcome, by, at: clock.now() });
    if (outcome !== 'cancelled') await notifyUsers(tx, row, { kind: 'refund_decided', userIds: [row.creator_id] });
    const after = { status, ...(reject_reason !== null && { reject_reason }), ...note };
    await audit(tx, by, verb, row, { before: { status: 'pending_approval' }, after });
  }

  function notifyUsers(tx: Tx, row: Refund, whom: Pick<Event, 'kind' | 'userIds' | 'except'>): Promise<void> {
    const data = moneyRecordArgs('refunds', row, row.refund_no);
    return notify(tx, { merchantId: row.merchant_id, data, at: clock.now(), ...whom });
  }

  /** Ends the work on a refund, and queues what its merchant's server gets. */
  function queueResult(tx: Tx, row: Refund, event: WebhookEvent, at: Date): Promise<void> {
    return queueEvents(tx, 'refunds', { merchantId: row.merchant_id, ended: [endedOf(row, event)], at });
  }

  function decidedAt() {
    const at = clock.now();
    return { decided_at: at, updated_at: at };
  }

  function audit(
    tx: Tx,
    actor: AuditActor,
    verb: string,
    { id: recordId }: Refund,
    sides: Pick<AuditEvent, 'before' | 'after'>,
  ): Promise<void> {
    return recordAudit(tx, { actor, action: `refunds.${verb}`, recordId, at: clock.now(), ...sides });
  }

  return { request, requestByServer, approve, reject, cancel, settle, settleAll };
}

function summaryOf({ refund_no, order_no, amount, fee_returned, debit_amount, currency, reason, status }: Refund) {
  return { refund_no, order_no, amount, fee_returned, debit_amount, currency, reason, status };
}

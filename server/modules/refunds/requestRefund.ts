import type { AuditActor } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/db/schema.ts';
import { together } from '#server/db/together.ts';
import { OrderDiffersError } from '#server/errors.ts';
import { refundJobs } from '#server/jobs/jobQueue.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import type { Order } from '#server/modules/orders/service.ts';
import { assertPower } from '#server/access/powers.ts';
import { insertingOutflows } from '#server/money/approvals.ts';
import { keyName, mustWait, type PayingKey } from '#server/money/keyLimits.ts';
import { type AgreedCharge, checkAgreed, checkCovered } from '#server/money/quote.ts';
import { tenantSettings, type TenantSettings } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { bookRefund, countOnOrder, outflowOf } from './bookRefund.ts';
import { lockOrder } from './lockOrder.ts';
import { newRefund, type NewRefund, type Refund } from './newRefund.ts';
import { createRefundEvents } from './refundEvents.ts';
import { refundApprovalOf, refundTerms, type RefundTerms } from './refundTerms.ts';

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

/** Requests refunds, for users and for merchants' servers. */
export function createRequesting({ clock }: { clock: Clock }) {
  const { notifyUsers, audit } = createRefundEvents(clock);

  /**
   * Creates a refund. It waits for another user's approval if it takes the order's refunds above the merchant's threshold.
   * @throws {NotFoundError} if the tenant has no such order
   * @throws {ConflictError | ValidationError} like `refundTerms`, if the balance is too low, or if the figures differ
   * from those agreed to
   */
  async function request(tx: Tx, actor: Actor, { orderId, agreed, ...wish }: RefundWish): Promise<Refund> {
    const { merchantId, userId } = actor;
    const [, tenant] = await together(assertPower(tx, actor, 'pay', clock.now()), tenantSettings(tx, merchantId));
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

  async function coveredTerms(tx: Tx, order: Order, amount: bigint, tenant: TenantSettings): Promise<RefundTerms> {
    const [terms, { available }] = await together(
      refundTerms(tx, order, amount, tenant),
      lockWallet(tx, order.merchant_id, order.currency),
    );
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

  return { request, requestByServer };
}

function summaryOf({ refund_no, order_no, amount, fee_returned, debit_amount, currency, reason, status }: Refund) {
  return { refund_no, order_no, amount, fee_returned, debit_amount, currency, reason, status };
}

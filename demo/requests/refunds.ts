import { NO_NOTE } from '#server/money/checkers.ts';
import { millisecondsInSecond } from 'date-fns/constants';
import { arrivalAmount, debitAmount } from '#shared/money/fee.ts';
import { refundedFee } from '#shared/money/refundFee.ts';
import type { OrderEvent } from '#server/ledger/postings.ts';
import type { OrderRow } from '../drawOrder.ts';
import { NOTHING, stepOf, type Row, type Step } from '../Step.ts';
import { approverFor, type Desk, hoursBeforeEnd, passing, phrasesOf, planEvenly, randomUser } from './Desk.ts';

type Refund = Row<'refunds'>;
type Outcome = Pick<Refund, 'status' | 'source'>;

const ORDERS_PER_REFUND = 150;

const OUTCOMES: readonly Outcome[] = [
  { status: 'success', source: 'api' },
  { status: 'success', source: 'console' },
  { status: 'rejected', source: 'console' },
  { status: 'success', source: 'console' },
  { status: 'failed', source: 'api' },
  { status: 'success', source: 'api' },
  { status: 'cancelled', source: 'console' },
];

/**
 * Refunds of recent orders, in full or in part. Some of those that users make are always pending. A shop with fewer than
 * two users has only those of its program.
 */
export function planRefunds(desk: Desk, orders: number): void {
  const { shop } = desk;
  if (shop.approverIds.length < 2) {
    const outcomes = OUTCOMES.filter(({ source }) => source === 'api');
    planEvenly(desk, Math.max(1, orders / ORDERS_PER_REFUND), outcomes, (at, outcome) => refundMade(desk, at, outcome));
    return;
  }
  planEvenly(desk, orders / ORDERS_PER_REFUND, OUTCOMES, (at, outcome) => refundMade(desk, at, outcome));
  for (const [hours, status] of [
    [3, 'pending_approval'],
    [1, 'processing'],
    [0.4, 'pending_approval'],
  ] as const) {
    const at = hoursBeforeEnd(shop, hours);
    desk.plan(at, () => refundMade(desk, at, { status, source: 'console' }));
  }
}

/** @param outcome source and final state; what needs no approval succeeds where only other users' approval decides */
function refundMade(desk: Desk, at: number, { status: wanted, source }: Outcome): Step {
  const { shop } = desk;
  const { random } = shop;
  const needsApproval = wanted === 'pending_approval' || wanted === 'rejected' || wanted === 'cancelled';
  const order = takeOrder(desk, needsApproval);
  const channel = shop.channels.find(({ row }) => row.id === order?.channel_id)?.row;
  const isByUser = source === 'console';
  const creatorId = isByUser ? randomUser(shop, shop.makerIds) : null;
  const checkerId = creatorId && approverFor(shop, creatorId);
  if (!order || !channel || (isByUser && checkerId === null)) return NOTHING;
  const amount = needsApproval || random.chance(0.6) ? order.amount : part(order.amount, random.fraction());
  const makerId = creatorId ?? shop.payingKey.lineageId;
  const approval = creatorId === null ? null : desk.outflows.approvalOf(creatorId, { account: order.id, amount }, at);
  if (!isByUser && amount > desk.outflows.leftOfKey(at)) return NOTHING;
  const status = needsApproval && !approval ? 'success' : wanted;
  const fee = refundedFee(order, { amount: 0n, fee: 0n }, amount, channel.refund_fee);
  const debit = arrivalAmount(amount, fee, order.deduction);
  if (debit > desk.available()) return NOTHING;
  const [created, ended] = [new Date(at), new Date(at + 4 * millisecondsInSecond)];
  const isDecided =
    status === 'rejected' || status === 'cancelled' || (approval !== null && status !== 'pending_approval');
  const isOver = status === 'success' || status === 'failed';
  const error = random.pick(shop.flavour.orderErrors);
  const refund: Refund = {
    merchant_id: shop.merchantId,
    id: random.id(created),
    refund_no: shop.numbers.platform('F', created),
    merchant_refund_no: isByUser ? null : `R-${order.merchant_order_no}`,
    order_id: order.id,
    order_no: order.order_no,
    channel_id: order.channel_id,
    source,
    amount,
    fee_returned: fee,
    payer_amount: debitAmount(amount, fee, order.deduction),
    debit_amount: debit,
    refund_fee: channel.refund_fee,
    deduction: order.deduction,
    currency: order.currency,
    reason: random.pick(phrasesOf(shop).refundReasons),
    status,
    creator_id: creatorId,
    approver_id: isDecided && status !== 'cancelled' ? checkerId : null,
    key_name: null,
    key_maker_ids: null,
    approval_rule: approval?.rule ?? null,
    approval_sum: approval?.sum ?? null,
    reject_reason: status === 'rejected' ? random.pick(phrasesOf(shop).paymentRejections) : null,
    ...NO_NOTE,
    decided_at: isDecided ? ended : null,
    channel_refund_no: status === 'success' ? random.digits(16) : null,
    notify_url: null,
    notify_status: 'none',
    error_code: status === 'failed' ? error.code : null,
    error_msg: status === 'failed' ? error.message : null,
    finished_at: isOver ? ended : null,
    created_at: created,
    updated_at: isOver || isDecided ? ended : created,
  };
  const booked = (kind: OrderEvent) =>
    desk.booked({ kind, amount, fee, deduction: order.deduction }, { id: refund.id, no: refund.refund_no }, at);
  const transactions = [booked('refund_frozen')];
  if (status === 'success') transactions.push(booked('refund_succeeded'));
  else if (status !== 'processing' && status !== 'pending_approval') transactions.push(booked('refund_released'));
  const passed = approval
    ? []
    : passing(desk, { kind: 'refund', ...refund }, { makerId, account: order.id }, status === 'failed');
  return stepOf({ transactions, outflows: passed, rows: { refunds: [refund] } });
}

/** Takes a paid order that was not refunded yet: the largest, or a random one. */
function takeOrder({ shop, paid }: Desk, isLargest: boolean): OrderRow | undefined {
  if (paid.length === 0) return undefined;
  const largest = paid.reduce((most, { amount }, index) => (amount > (paid[most]?.amount ?? 0n) ? index : most), 0);
  const [order] = paid.splice(isLargest ? largest : shop.random.whole(0, paid.length - 1), 1);
  return order;
}

/** From a tenth to nine tenths of the amount. */
function part(amount: bigint, fraction: number): bigint {
  const some = (amount * BigInt(Math.round(100 + fraction * 800))) / 1000n;
  return some > 0n ? some : amount;
}

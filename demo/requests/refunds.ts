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
function refundMade(desk: Desk, at: number, outcome: Outcome): Step {
  const wish = wishOf(desk, at, outcome);
  if (!wish) return NOTHING;
  const { order, amount, channel, approval, status } = wish;
  const fee = refundedFee(order, { amount: 0n, fee: 0n }, amount, channel.refund_fee);
  if (arrivalAmount(amount, fee, order.deduction) > desk.available()) return NOTHING;
  const refund = refundOf(desk, at, wish, fee);
  const passed = approval
    ? []
    : passing(desk, { kind: 'refund', ...refund }, { makerId: wish.makerId, account: order.id }, status === 'failed');
  return stepOf({ transactions: bookedFor(desk, at, refund), outflows: passed, rows: { refunds: [refund] } });
}

/** A refund that somebody asks for. */
interface Wish {
  order: OrderRow;
  channel: Desk['shop']['channels'][number]['row'];
  source: Refund['source'];
  amount: bigint;
  status: Refund['status'];
  creatorId: string | null;
  checkerId: string | null;
  makerId: string;
  approval: ReturnType<Desk['outflows']['approvalOf']>;
}

/** Null if there is no order to refund, nobody to ask for it or approve it, or nothing left of the key's limit. */
function wishOf(desk: Desk, at: number, { status: wanted, source }: Outcome): Wish | null {
  const { shop, outflows } = desk;
  const needsApproval = ['pending_approval', 'rejected', 'cancelled'].includes(wanted);
  const order = takeOrder(desk, needsApproval);
  const channel = shop.channels.find(({ row }) => row.id === order?.channel_id)?.row;
  const isByUser = source === 'console';
  const creatorId = isByUser ? randomUser(shop, shop.makerIds) : null;
  const checkerId = creatorId && approverFor(shop, creatorId);
  if (!order || !channel || (isByUser && checkerId === null)) return null;
  const isWhole = needsApproval || shop.random.chance(0.6);
  const amount = isWhole ? order.amount : part(order.amount, shop.random.fraction());
  const approval = creatorId === null ? null : outflows.approvalOf(creatorId, { account: order.id, amount }, at);
  if (!isByUser && amount > outflows.leftOfKey(at)) return null;
  const status = needsApproval && !approval ? 'success' : wanted;
  const makerId = creatorId ?? shop.payingKey.lineageId;
  return { order, channel, source, amount, status, creatorId, checkerId, makerId, approval };
}

/** The row of a refund. Its random values are drawn in the order of its columns. */
function refundOf(desk: Desk, at: number, wish: Wish, fee: bigint): Refund {
  const { shop } = desk;
  const { random } = shop;
  const { order, channel, source, amount, status, approval } = wish;
  const created = new Date(at);
  const error = random.pick(shop.flavour.orderErrors);
  return {
    merchant_id: shop.merchantId,
    id: random.id(created),
    refund_no: shop.numbers.platform('F', created),
    merchant_refund_no: source === 'console' ? null : `R-${order.merchant_order_no}`,
    order_id: order.id,
    order_no: order.order_no,
    channel_id: order.channel_id,
    source,
    amount,
    fee_returned: fee,
    payer_amount: debitAmount(amount, fee, order.deduction),
    debit_amount: arrivalAmount(amount, fee, order.deduction),
    refund_fee: channel.refund_fee,
    deduction: order.deduction,
    currency: order.currency,
    reason: random.pick(phrasesOf(shop).refundReasons),
    status,
    creator_id: wish.creatorId,
    key_name: null,
    key_maker_ids: null,
    approval_rule: approval?.rule ?? null,
    approval_sum: approval?.sum ?? null,
    ...NO_NOTE,
    notify_url: null,
    notify_status: 'none',
    created_at: created,
    ...outcomeOf(desk, created, wish, error),
  };
}

/** What the row says of its decision and its end, four seconds after its creation. */
function outcomeOf(
  { shop }: Desk,
  created: Date,
  { status, approval, checkerId }: Wish,
  error: Desk['shop']['flavour']['orderErrors'][number],
) {
  const ended = new Date(created.getTime() + 4 * millisecondsInSecond);
  const isRefused = status === 'rejected' || status === 'cancelled';
  const isDecided = isRefused || (approval !== null && status !== 'pending_approval');
  const isOver = status === 'success' || status === 'failed';
  return {
    approver_id: isDecided && status !== 'cancelled' ? checkerId : null,
    reject_reason: status === 'rejected' ? shop.random.pick(phrasesOf(shop).paymentRejections) : null,
    decided_at: isDecided ? ended : null,
    channel_refund_no: status === 'success' ? shop.random.digits(16) : null,
    error_code: status === 'failed' ? error.code : null,
    error_msg: status === 'failed' ? error.message : null,
    finished_at: isOver ? ended : null,
    updated_at: isOver || isDecided ? ended : created,
  };
}

/** The money is frozen first, and moved or released once the refund has ended. */
function bookedFor(desk: Desk, at: number, refund: Refund) {
  const { id, refund_no: no, amount, fee_returned: fee, deduction, status } = refund;
  const booked = (kind: OrderEvent) => desk.booked({ kind, amount, fee, deduction }, { id, no }, at);
  const frozen = booked('refund_frozen');
  if (status === 'success') return [frozen, booked('refund_succeeded')];
  const isOpen = status === 'processing' || status === 'pending_approval';
  return isOpen ? [frozen] : [frozen, booked('refund_released')];
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

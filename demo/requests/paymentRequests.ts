import { NO_NOTE } from '#server/money/checkers.ts';
import { millisecondsInMinute } from 'date-fns/constants';
import { chargeOf } from '#server/money/quote.ts';
import { drawPayee, openPayout, outcomeOf, type Payee } from '../drawPayout.ts';
import { pickChannel, type ShopChannel } from '../shop.ts';
import { NOTHING, stepOf, type Step, type Row } from '../Step.ts';
import {
  approverFor,
  type Desk,
  hoursBeforeEnd,
  phrasesOf,
  planEvenly,
  randomUser,
  roundAmount,
  startPayout,
} from './Desk.ts';

type PaymentRequest = Row<'payment_requests'>;
type Outcome = PaymentRequest['status'];

const ORDERS_WORTH = 20;

const OUTCOMES: readonly Outcome[] = ['pass', 'pass', 'reject', 'pass', 'cancelled', 'pass', 'pass'];

/** Payments that users request by hand. Up to the threshold they pass immediately, above it another user decides. */
export function planPaymentRequests(desk: Desk, orders: number): void {
  const { shop } = desk;
  if (shop.makerIds.length === 0) return;
  planEvenly(desk, 7 + orders / 100, OUTCOMES, (at, outcome) => requestDecided(desk, at, outcome));
  if (shop.approverIds.length === 1) return;
  // One that the owner may approve, and one that the owner has requested.
  for (const [hours, makerIds] of [
    [4, shop.makerIds.filter((id) => !shop.ownerIds.includes(id))] as const,
    [0.5, shop.ownerIds] as const,
  ]) {
    const at = hoursBeforeEnd(shop, hours);
    desk.plan(at, () => requestDecided(desk, at, 'pending', makerIds));
  }
}

/** @param at time of the decision, or of the request if it is still pending */
function requestDecided(desk: Desk, at: number, outcome: Outcome, makerIds = desk.shop.makerIds): Step {
  const { shop } = desk;
  const { random } = shop;
  const creatorId = randomUser(shop, makerIds);
  const approverId = creatorId && approverFor(shop, creatorId);
  if (creatorId === null || (outcome === 'reject' && approverId === null)) return NOTHING;
  const channel = pickChannel(shop, 'payout', at);
  const amount = amountOf(desk, channel.row, outcome, approverId !== null);
  if (amount === null) return NOTHING;
  const { card_hash: account, ...payee } = payeeOf(desk, at);
  const approval = desk.outflows.approvalOf(creatorId, { account, amount }, at);
  // A user who has reached a sum waits for another day, so that only amounts are approved.
  if (approval ? approval.rule !== 'amount' : outcome !== 'pass') return NOTHING;
  const isDecidedByOther = approval && outcome !== 'pending' && outcome !== 'cancelled';
  const asked = new Date(outcome === 'pending' || !approval ? at : before(desk, at));
  const request: PaymentRequest = {
    merchant_id: shop.merchantId,
    id: random.id(asked),
    request_no: shop.numbers.platform('R', asked),
    channel_id: channel.row.id,
    ...payee,
    amount,
    fee: chargeOf(channel.row, amount).fee,
    currency: channel.row.currency,
    remark: random.chance(0.7) ? random.pick(shop.flavour.payoutRemarks) : null,
    status: outcome,
    creator_id: creatorId,
    repeats_payout_id: null,
    key_name: null,
    key_maker_ids: null,
    source: 'console' as const,
    saves_payee: false,
    approval_rule: approval?.rule ?? null,
    approval_sum: approval?.sum ?? null,
    approver_id: isDecidedByOther ? approverId : null,
    reject_reason: outcome === 'reject' ? random.pick(phrasesOf(shop).paymentRejections) : null,
    decided_at: outcome === 'pending' ? null : new Date(at),
    ...NO_NOTE,
    payout_id: null,
    created_at: asked,
    updated_at: outcome === 'pending' ? asked : new Date(at),
  };
  if (outcome !== 'pass') return stepOf({ rows: { payment_requests: [request] } });
  const open = openPayout(shop, channel.row, at, {
    source: 'console',
    payment_request_id: request.id,
    creator_id: creatorId,
    amount,
    ...accountOf(request),
    remark: request.remark,
  });
  const passedBy = approval ? null : { makerId: creatorId, account };
  const begun = startPayout(desk, open, outcomeOf(shop, channel, open), passedBy);
  return { ...begun, rows: { payment_requests: [{ ...request, payout_id: open.id }] } };
}

/**
 * An amount within the channel's limits, or null if there is none. Pending or decided requests are above the threshold,
 * because only those need a decision.
 */
function amountOf(desk: Desk, limits: ShopChannel['row'], outcome: Outcome, hasApprover: boolean): bigint | null {
  const { shop } = desk;
  const threshold = shop.tenant.approvalThreshold;
  const isPassed = outcome === 'pass';
  const wished = shop.random.logNormal(shop.medianPrice * ORDERS_WORTH, 0.9) + (isPassed ? 0 : Number(threshold));
  const most = isPassed ? smaller(desk.available() / 3n, hasApprover ? null : threshold) : limits.max_amount;
  return roundAmount(shop, wished, most, limits);
}

/** Some payments are to saved payees. */
function payeeOf({ shop, payees }: Desk, at: number) {
  const usable = payees.filter(({ status, usable_at }) => status === 'enabled' && usable_at.getTime() <= at);
  if (usable.length === 0 || shop.random.chance(0.6)) return { ...drawPayee(shop), payee_id: null };
  const { id, name, card_hash, ...payee } = shop.random.pick(usable);
  return { payee_id: id, card_hash, ...accountOf({ ...payee, payee_name: name }) };
}

function accountOf({ payee_name, card_number, card_number_masked, bank_name, branch_name }: Payee): Payee {
  return { payee_name, card_number, card_number_masked, bank_name, branch_name };
}

const smaller = (one: bigint, other: bigint | null) => (other !== null && other < one ? other : one);

/** The time of the request: up to four hours before the decision. */
function before({ shop }: Desk, at: number): number {
  return Math.max(shop.from, at - shop.random.whole(5, 240) * millisecondsInMinute);
}

import { NO_NOTE } from '#server/money/checkers.ts';
import { millisecondsInMinute } from 'date-fns/constants';
import { chargeOf } from '#server/money/quote.ts';
import { drawPayee, openPayout, outcomeOf, type Payee } from '../drawPayout.ts';
import { pickChannel } from '../shop.ts';
import { NOTHING, stepOf, type Step, type Row } from '../Step.ts';
import { type Desk, hoursBeforeEnd, phrasesOf, roundAmount, planEvenly, startPayout } from './Desk.ts';

type PaymentRequest = Row<'payment_requests'>;
type Outcome = PaymentRequest['status'];

const ORDERS_WORTH = 20;

const OUTCOMES: readonly Outcome[] = ['pass', 'pass', 'reject', 'pass', 'cancelled', 'pass', 'pass'];

/** Payments that users request by hand. Up to the threshold they pass immediately, above it another user decides. */
export function planPaymentRequests(desk: Desk, orders: number): void {
  const { shop } = desk;
  if (shop.creatorIds.length === 0) return;
  planEvenly(desk, 7 + orders / 100, OUTCOMES, (at, outcome) => requestDecided(desk, at, outcome));
  if (shop.creatorIds.length === 1) return;
  for (const hours of [4, 0.5]) {
    const at = hoursBeforeEnd(shop, hours);
    desk.plan(at, () => requestDecided(desk, at, 'pending'));
  }
}

/** @param at time of the decision, or of the request if it is still pending */
function requestDecided(desk: Desk, at: number, outcome: Outcome): Step {
  const { shop } = desk;
  const { random } = shop;
  const [creatorId, approverId = null] = random.chance(0.5) ? shop.creatorIds : shop.creatorIds.toReversed();
  if (creatorId === undefined) return NOTHING;
  const channel = pickChannel(shop, 'payout', at);
  const threshold = shop.tenant.approvalThreshold;
  // Pending or decided requests are above the threshold, because only those need a decision.
  const wished = random.logNormal(shop.medianPrice * ORDERS_WORTH, 0.9) + (outcome === 'pass' ? 0 : Number(threshold));
  const most =
    outcome === 'pass' ? smaller(desk.available() / 3n, approverId ? null : threshold) : channel.row.max_amount;
  const amount = roundAmount(shop, wished, most, channel.row);
  if (amount === null) return NOTHING;
  const isDecidedByOther = amount > threshold && outcome !== 'pending' && outcome !== 'cancelled';
  const asked = new Date(outcome === 'pending' || amount <= threshold ? at : before(desk, at));
  const request: PaymentRequest = {
    merchant_id: shop.merchantId,
    id: random.id(asked),
    request_no: shop.numbers.platform('R', asked),
    channel_id: channel.row.id,
    ...payeeOf(desk, at),
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
    approval_rule: amount > threshold ? 'amount' : null,
    approval_sum: amount > threshold ? amount : null,
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
  const begun = startPayout(desk, open, outcomeOf(shop, channel, open));
  return { ...begun, rows: { payment_requests: [{ ...request, payout_id: open.id }] } };
}

/** Some payments are to saved payees. */
function payeeOf({ shop, payees }: Desk, at: number) {
  const usable = payees.filter(({ status, usable_at }) => status === 'enabled' && usable_at.getTime() <= at);
  if (usable.length === 0 || shop.random.chance(0.6)) return { ...drawPayee(shop), payee_id: null };
  const { id, name, ...payee } = shop.random.pick(usable);
  return { payee_id: id, ...accountOf({ ...payee, payee_name: name }) };
}

function accountOf({ payee_name, card_number, card_number_masked, bank_name, branch_name }: Payee): Payee {
  return { payee_name, card_number, card_number_masked, bank_name, branch_name };
}

const smaller = (one: bigint, other: bigint | null) => (other !== null && other < one ? other : one);

/** The time of the request: up to four hours before the decision. */
function before({ shop }: Desk, at: number): number {
  return Math.max(shop.from, at - shop.random.whole(5, 240) * millisecondsInMinute);
}

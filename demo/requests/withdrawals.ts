import type { OrderEvent } from '#server/ledger/postings.ts';
import { chargeOf } from '#server/money/quote.ts';
import { NOTHING, stepOf, type Step, type Row } from '../Step.ts';
import {
  type Desk,
  hoursBeforeEnd,
  minutesAfter,
  phrasesOf,
  requestChannel,
  roundAmount,
  randomUser,
  planEvenly,
} from './Desk.ts';

type Withdrawal = Row<'withdrawals'>;
type Outcome = Withdrawal['status'];

const ORDERS_WORTH = 25;

const OUTCOMES: readonly Outcome[] = ['success', 'rejected', 'success', 'failed', 'success', 'cancelled', 'success'];

export function planWithdrawals(desk: Desk, orders: number): void {
  planEvenly(desk, 7 + orders / 250, OUTCOMES, (at, outcome) => withdrawalArrives(desk, at, outcome));
  for (const [hours, outcome] of [[6, 'processing'] as const, [1.5, 'pending'] as const]) {
    const at = hoursBeforeEnd(desk.shop, hours);
    desk.plan(at, () => withdrawalArrives(desk, at, outcome));
  }
}

/** The money is frozen on request, and leaves or returns in the end. */
function withdrawalArrives(desk: Desk, at: number, outcome: Outcome): Step {
  const withdrawal = drawWithdrawal(desk, at, outcome);
  if (!withdrawal) return NOTHING;
  const { id, withdrawal_no: no, amount, fee, deduction, finished_at } = withdrawal;
  const booked = (kind: OrderEvent, time: number) => desk.booked({ kind, amount, fee, deduction }, { id, no }, time);
  if (finished_at) {
    const end = finished_at.getTime();
    const kind = outcome === 'success' ? 'withdrawal_succeeded' : 'withdrawal_released';
    desk.plan(end, () => stepOf({ transactions: [booked(kind, end)] }));
  }
  return stepOf({ rows: { withdrawals: [withdrawal] }, transactions: [booked('withdrawal_frozen', at)] });
}

function drawWithdrawal(desk: Desk, at: number, status: Outcome): Withdrawal | null {
  const { shop } = desk;
  const { random } = shop;
  const channel = requestChannel(shop, 'withdrawal');
  const card = desk.cards.find(({ status: state, usable_at }) => state === 'enabled' && usable_at.getTime() <= at);
  const wished = random.logNormal(shop.medianPrice * ORDERS_WORTH, 0.6);
  const amount = roundAmount(shop, wished, desk.available() / 3n, channel);
  if (!card || amount === null) return null;
  const { reviewedAt, finishedAt } = decisionTimes(desk, at, status);
  const created = new Date(at);
  const reasons: Partial<Record<Outcome, string>> = {
    rejected: random.pick(phrasesOf(shop).withdrawalRejections),
    failed: random.pick(shop.flavour.payoutErrors).message,
  };
  const { debit_amount: _, ...charged } = chargeOf(channel, amount);
  return {
    merchant_id: shop.merchantId,
    id: random.id(created),
    withdrawal_no: shop.numbers.platform('W', new Date(at)),
    bankcard_id: card.id,
    bank_name: card.bank_name,
    branch_name: card.branch_name,
    card_holder: card.name,
    card_number: card.card_number,
    card_number_masked: card.card_number_masked,
    ...charged,
    remark: random.chance(0.5) ? random.pick(phrasesOf(shop).withdrawalRemarks) : null,
    status,
    creator_id: randomUser(shop, shop.makerIds),
    reviewer_id: reviewedAt ? randomUser(shop, shop.operatorIds) : null,
    marker_id: null,
    reject_reason: reasons[status] ?? null,
    reviewed_at: reviewedAt,
    finished_at: finishedAt,
    created_at: created,
    updated_at: finishedAt ?? reviewedAt ?? created,
  };
}

/** When the platform decided, and when the money left or returned. A rejection is both at once. */
function decisionTimes({ shop }: Desk, at: number, status: Outcome): Record<'reviewedAt' | 'finishedAt', Date | null> {
  const decided = minutesAfter(shop, at, shop.random.logNormal(60, 0.9));
  const settled = minutesAfter(shop, decided, shop.random.logNormal(30, 0.9));
  switch (status) {
    case 'pending':
      return { reviewedAt: null, finishedAt: null };
    case 'processing':
      return { reviewedAt: new Date(decided), finishedAt: null };
    case 'cancelled':
      return { reviewedAt: null, finishedAt: new Date(decided) };
    case 'rejected':
      return { reviewedAt: new Date(decided), finishedAt: new Date(decided) };
    case 'success':
    case 'failed':
      return { reviewedAt: new Date(decided), finishedAt: new Date(settled) };
  }
}

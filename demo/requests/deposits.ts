import { instructionsFor } from '#server/money/instructions.ts';
import { chargeOf } from '#server/money/quote.ts';
import { stepOf, type Step, type Row } from '../Step.ts';
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

type Deposit = Row<'deposits'>;

/** Deposits are about a hundred orders' worth. */
const ORDERS_WORTH = 100;

const OUTCOMES: readonly Deposit['status'][] = ['pass', 'pass', 'reject', 'pass'];

export function planDeposits(desk: Desk, orders: number): void {
  const { shop } = desk;
  desk.plan(shop.from, () => depositArrives(desk, shop.from, 'pass'));
  planEvenly(desk, 4 + orders / 400, OUTCOMES, (at, outcome) => depositArrives(desk, at, outcome));
  const recent = hoursBeforeEnd(shop, 3);
  desk.plan(recent, () => depositArrives(desk, recent, 'pending_payment'));
}

/** The row is inserted in its final state; the money is booked when it passes. */
function depositArrives(desk: Desk, at: number, outcome: Deposit['status']): Step {
  const { shop } = desk;
  const reviewedAt = minutesAfter(shop, at, shop.random.logNormal(90, 0.8));
  const deposit = drawDeposit(desk, at, outcome, reviewedAt);
  if (outcome === 'pass') {
    desk.plan(reviewedAt, () => {
      const { id, deposit_no: no, amount, fee, deduction } = deposit;
      return stepOf({
        transactions: [desk.booked({ kind: 'deposit_passed', amount, fee, deduction }, { id, no }, reviewedAt)],
      });
    });
  }
  return stepOf({ rows: { deposits: [deposit] } });
}

function drawDeposit(desk: Desk, at: number, status: Deposit['status'], reviewedAt: number): Deposit {
  const { shop } = desk;
  const { random } = shop;
  const channel = requestChannel(shop, 'deposit');
  const created = new Date(at);
  const reviewed = status === 'pending_payment' ? null : new Date(reviewedAt);
  const wished = random.logNormal(shop.medianPrice * ORDERS_WORTH, 0.4);
  const amount = roundAmount(shop, wished, channel.max_amount, channel) ?? channel.min_amount;
  const { debit_amount: _, ...charged } = chargeOf(channel, amount);
  const depositNo = shop.numbers.platform('D', new Date(at));
  return {
    merchant_id: shop.merchantId,
    id: random.id(created),
    deposit_no: depositNo,
    channel_id: channel.id,
    ...charged,
    ...instructionsFor(channel, depositNo),
    payer_name: shop.tenant.name,
    remark: random.chance(0.5) ? random.pick(phrasesOf(shop).depositRemarks) : null,
    status,
    creator_id: randomUser(shop, shop.makerIds),
    reviewer_id: reviewed ? randomUser(shop, shop.operatorIds) : null,
    reject_reason: status === 'reject' ? random.pick(phrasesOf(shop).depositRejections) : null,
    reviewed_at: reviewed,
    created_at: created,
    updated_at: reviewed ?? created,
  };
}

import type { DrawnPayout, PayoutRow } from '../drawPayout.ts';
import { stepOf, type Step } from '../Step.ts';
import type { Desk } from './Desk.ts';

/** A payout takes its sum out of reach at once, and has its result later, if ever. */
export function payoutBegins(desk: Desk, open: PayoutRow, { settled, settledAt }: Omit<DrawnPayout, 'open'>): Step {
  if (settledAt < desk.shop.to) {
    desk.plan(settledAt, () => {
      const kind = settled.status === 'success' ? 'payout_succeeded' : 'payout_released';
      return stepOf({
        payouts: [settled],
        transactions: [desk.booked({ kind, ...charge(settled) }, of(settled), settledAt)],
      });
    });
  }
  const at = open.created_at.getTime();
  return stepOf({
    payouts: [open],
    transactions: [desk.booked({ kind: 'payout_frozen', ...charge(open) }, of(open), at)],
  });
}

const charge = ({ amount, fee, deduction }: PayoutRow) => ({ amount, fee, deduction });
const of = ({ id, order_no: no }: PayoutRow) => ({ id, no });

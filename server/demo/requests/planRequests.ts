import { planAdjustments } from './adjustments.ts';
import { planBankcards } from './bankcards.ts';
import { planBatches } from './batches.ts';
import { planDeposits } from './deposits.ts';
import type { Desk } from './Desk.ts';
import { planPaymentRequests } from './paymentRequests.ts';
import { planWithdrawals } from './withdrawals.ts';

/**
 * What people ask for besides orders and payouts by their own programs: few beside them, and always some in each state.
 * @param orders collection orders that the shop has in the period
 */
export function planRequests(desk: Desk, orders: number): void {
  planBankcards(desk);
  planDeposits(desk, orders);
  planWithdrawals(desk, orders);
  planPaymentRequests(desk, orders);
  planBatches(desk, orders);
  planAdjustments(desk);
}

import type { Clock } from './clock.ts';
import type { Cipher } from './crypto/dataKey.ts';
import { adjustmentActions } from './modules/adjustments/actions.ts';
import { createAdjustments } from './modules/adjustments/service.ts';
import { batchActions } from './modules/batches/actions.ts';
import { createBatches } from './modules/batches/service.ts';
import { depositActions, depositReviewActions } from './modules/deposits/actions.ts';
import { createDeposits } from './modules/deposits/service.ts';
import { notifyActions } from './modules/notifyAttempts/actions.ts';
import { paymentRequestActions } from './modules/paymentRequests/actions.ts';
import { createPaymentRequests } from './modules/paymentRequests/service.ts';
import { withdrawalActions, withdrawalReviewActions } from './modules/withdrawals/actions.ts';
import { createPayouts } from './modules/payouts/service.ts';
import { createWithdrawals } from './modules/withdrawals/service.ts';
import type { Actions } from './resources/ResourceBackend.ts';

/** What can be done with the resources that money moves through, by resource and key of the action. */
export function moneyActions(means: { clock: Clock; cipher: Cipher }): Readonly<Record<string, Actions>> {
  const withdrawals = createWithdrawals(means);
  const deposits = createDeposits(means);
  const payouts = createPayouts(means);
  return {
    orders: notifyActions(means.clock, 'orders', 'orders'),
    payouts: notifyActions(means.clock, 'payouts', 'v_payouts'),
    withdrawals: withdrawalActions(withdrawals),
    withdrawal_reviews: withdrawalReviewActions(withdrawals),
    deposits: depositActions(deposits),
    deposit_reviews: depositReviewActions(deposits),
    payment_requests: paymentRequestActions(createPaymentRequests({ ...means, payouts })),
    batch_transfers: batchActions(createBatches({ ...means, payouts })),
    adjustments: adjustmentActions(createAdjustments(means)),
  };
}

import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Payees } from '#server/modules/payees/service.ts';
import type { Payouts } from '#server/modules/payouts/service.ts';
import { createDecisions } from './decideRequest.ts';
import { createPayAgain } from './payAgain.ts';
import { createRequesting } from './requestPayment.ts';

export type PaymentRequests = ReturnType<typeof createPaymentRequests>;

/**
 * Payments requested by users. Up to the tenant's threshold they pass immediately. Above it another user decides, and
 * no money is held until then. Passing creates the payout.
 */
export function createPaymentRequests(deps: { clock: Clock; cipher: Cipher; payouts: Payouts; payees: Payees }) {
  const requesting = createRequesting(deps);
  return { ...requesting, payAgain: createPayAgain({ ...deps, ...requesting }), ...createDecisions(deps) };
}

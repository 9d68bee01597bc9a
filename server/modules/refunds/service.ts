import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/db/schema.ts';
import type { PayoutOutcome } from '#server/modules/payouts/service.ts';
import { createDecisions } from './decideRefund.ts';
import { lockOrder } from './lockOrder.ts';
import type { Refund } from './newRefund.ts';
import { createRequesting } from './requestRefund.ts';
import { type RefundResult, settleRefunds } from './settleRefunds.ts';

export { lockOrder, type Refund };

export type Refunds = ReturnType<typeof createRefunds>;

/**
 * Money returned to the payer of a successful order. It is frozen when the refund is created, less the returned fee,
 * and leaves when the channel has paid it. Lock order: refund, order, wallet.
 */
export function createRefunds(deps: { clock: Clock }) {
  const { clock } = deps;

  /** Ends refunds of one merchant in one currency with the channel's results, see `settleRefunds`. */
  function settleAll(tx: Tx, merchantId: string, results: readonly RefundResult[]): Promise<Refund[]> {
    return settleRefunds(tx, merchantId, results, clock.now());
  }

  /** Like `settleAll`, for one refund. */
  async function settle(tx: Tx, merchantId: string, id: string, outcome: PayoutOutcome): Promise<Refund> {
    const [after] = await settleAll(tx, merchantId, [{ id, outcome }]);
    if (!after) throw new Error('unreachable: a refund that was locked is returned');
    return after;
  }

  return { ...createRequesting(deps), ...createDecisions(deps), settle, settleAll };
}

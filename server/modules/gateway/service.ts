import type { CollectData, PayoutData, QueryBody } from '#shared/contract/gateway.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { createCollect, type CollectDeps, type Made } from './collect.ts';
import { findOrder, findPayout, presentOrder, presentPayout } from './gatewayRecords.ts';
import { createPayout, type PayoutDeps } from './payout.ts';

export type Gateway = ReturnType<typeof createGateway>;

/** Operations of the gateway, for authenticated calls. */
export function createGateway(deps: CollectDeps & PayoutDeps) {
  return { collect: createCollect(deps), payout: createPayout(deps), query: createQuery(deps) };
}

/** Status queries of merchants' servers. */
function createQuery({ db, clock }: { db: Db; clock: Clock }) {
  /**
   * @throws {ValidationError} if no number is given
   * @throws {NotFoundError} if the merchant has no such order
   */
  return async function query(merchantId: string, asked: QueryBody): Promise<Made<CollectData | PayoutData>> {
    if (asked.order_no === undefined && asked.merchant_order_no === undefined) {
      throw new ValidationError({ merchant_order_no: { key: 'one_number_needed' } });
    }
    if (asked.type === 'payout') {
      const payout = await findPayout(db.kysely, merchantId, asked);
      if (!payout) throw new NotFoundError();
      return { isNew: false, data: presentPayout(payout) };
    }
    const order = await findOrder(db.kysely, merchantId, asked);
    if (!order) throw new NotFoundError();
    if (order.status === 'pending') await hasten(merchantId, order.id);
    return { isNew: false, data: presentOrder(order) };
  };

  /** The first query of an order makes its job due; further ones don't. */
  async function hasten(merchantId: string, orderId: string): Promise<void> {
    await db.kysely
      .updateTable('order_jobs')
      .set({ asked: true, due_at: clock.now() })
      .where('merchant_id', '=', merchantId)
      .where('order_id', '=', orderId)
      .where('asked', '=', false)
      .execute();
  }
}

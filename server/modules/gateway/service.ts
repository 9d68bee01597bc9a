import type { CollectData, PayoutData, QueryBody } from '#shared/contract/gateway.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { NotFoundError, ValidationError } from '#server/errors.ts';
import { createCollect, type CollectMeans, type Made } from './collect.ts';
import { findOrder, findPayout, presentOrder, presentPayout } from './gatewayRecords.ts';
import { createPayout, type PayoutMeans } from './payout.ts';

export type Gateway = ReturnType<typeof createGateway>;

/** What merchants' servers may ask for, once they have signed. */
export function createGateway(means: CollectMeans & PayoutMeans) {
  return { collect: createCollect(means), payout: createPayout(means), query: createQuery(means) };
}

/** How orders stand that merchants' servers have placed. */
function createQuery({ db, clock }: { db: Db; clock: Clock }) {
  /** @throws ValidationError without a number; NotFoundError, also for another merchant's */
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

  /** The channel is asked soon, once an order: further asking changes nothing about when it is asked. */
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

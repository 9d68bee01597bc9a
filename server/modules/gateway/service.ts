import type { QueryBody } from '#shared/contract/gateway.ts';
import type { CollectData, PayoutData, RefundData } from '#shared/contract/gatewayAnswers.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { ValidationError, orNotFound } from '#server/errors.ts';
import { createCollect, type CollectDeps, type Made } from './collect.ts';
import { findOrder, findPayout, findRefund, presentOrder, presentPayout, presentRefund } from './gatewayRecords.ts';
import { createList } from './list.ts';
import { createPayout, type PayoutDeps } from './payout.ts';
import { createRefund, type RefundDeps } from './refund.ts';

export type Gateway = ReturnType<typeof createGateway>;

/** Operations of the gateway, for authenticated calls. */
export function createGateway(deps: CollectDeps & PayoutDeps & RefundDeps) {
  return {
    collect: createCollect(deps),
    payout: createPayout(deps),
    refund: createRefund(deps),
    query: createQuery(deps),
    list: createList(deps),
  };
}

/** Status queries of merchants' servers. */
function createQuery({ db, clock }: { db: Db; clock: Clock }) {
  /**
   * @throws {ValidationError} if no number is given
   * @throws {NotFoundError} if the merchant has no such order or refund
   */
  return async function query(
    merchantId: string,
    asked: QueryBody,
  ): Promise<Made<CollectData | PayoutData | RefundData>> {
    if (asked.type === 'refund') return queryRefund(merchantId, asked);
    if (asked.order_no === undefined && asked.merchant_order_no === undefined) {
      throw new ValidationError({ merchant_order_no: { key: 'one_number_needed' } });
    }
    if (asked.type === 'payout') {
      const payout = orNotFound(await findPayout(db.kysely, merchantId, asked));
      return { isNew: false, data: presentPayout(payout) };
    }
    const order = orNotFound(await findOrder(db.kysely, merchantId, asked));
    if (order.status === 'pending') await hasten(merchantId, order.id);
    return { isNew: false, data: presentOrder(order) };
  };

  async function queryRefund(merchantId: string, asked: QueryBody): Promise<Made<RefundData>> {
    if (asked.refund_no === undefined && asked.merchant_refund_no === undefined) {
      throw new ValidationError({ merchant_refund_no: { key: 'one_refund_number_needed' } });
    }
    const refund = orNotFound(await findRefund(db.kysely, merchantId, asked));
    return { isNew: false, data: presentRefund(refund) };
  }

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

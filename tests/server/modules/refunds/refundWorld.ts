import type { Db } from '#server/db/connect.ts';
import type { Order } from '#server/modules/orders/service.ts';
import type { Refund } from '#server/modules/refunds/service.ts';
import { placeOrder } from '../../money/placeOrder.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '../../money/moneyWorld.ts';

/** All money services, with paid orders. */
export interface RefundWorld extends MoneyWorld {
  /** A successful order, credited by the ledger. */
  paidOrder(merchant: MoneyMerchant, amount: bigint): Promise<Order>;
  order(id: string): Promise<Order>;
  refundsOf(orderId: string): Promise<Refund[]>;
}

export async function refundWorld(kind: Db['kind']): Promise<RefundWorld> {
  const world = await moneyWorld(kind);
  const { db, services, run } = world;
  const order = (id: string) =>
    db.kysely.selectFrom('orders').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  return {
    ...world,
    order,
    refundsOf: (orderId) =>
      db.kysely.selectFrom('refunds').where('order_id', '=', orderId).orderBy('id').selectAll().execute(),
    async paidOrder(merchant, amount) {
      const { id } = await placeOrder(world, merchant, { amount });
      const paid = { status: 'success', channelOrderNo: 'CH1' } as const;
      return run((tx) => services.orders.settle(tx, merchant.merchantId, id, paid));
    },
  };
}

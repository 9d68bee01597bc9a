import { v7 as uuidv7 } from 'uuid';
import { insertRows } from '#server/db/rows.ts';
import { orderJobs } from '#server/jobs/jobQueue.ts';
import type { Order } from '#server/modules/orders/service.ts';
import { chargeOf } from '#server/money/quote.ts';
import type { MoneyMerchant, MoneyWorld } from './moneyWorld.ts';

interface PlacedOrder {
  /** Minor units. */
  amount: bigint;
  notifyUrl?: string | null;
  lifetimeMinutes?: number;
  /** When a worker may claim it; now if absent. */
  due?: Date | undefined;
}

/** Places a collection order, with its job, as the gateway does. */
export async function placeOrder(
  { db, clock, services, run }: Pick<MoneyWorld, 'db' | 'clock' | 'services' | 'run'>,
  { merchantId, channels }: Pick<MoneyMerchant, 'merchantId' | 'channels'>,
  { amount, notifyUrl = null, lifetimeMinutes = 30, due = clock.now() }: PlacedOrder,
): Promise<Order> {
  const ofMerchant = db.kysely.selectFrom('channels').where('id', '=', channels.collection);
  const channel = await ofMerchant.selectAll().executeTakeFirstOrThrow();
  const order = services.orders.prepare(merchantId, {
    merchant_order_no: uuidv7(),
    subject: null,
    payer_name: 'Ana',
    client_ip: null,
    notify_url: notifyUrl,
    return_url: null,
    charge: chargeOf(channel, amount),
    channelId: channel.id,
    lifetimeMinutes,
  });
  await run(async (tx) => {
    await insertRows(tx, 'orders', [order]);
    await orderJobs.add(tx, merchantId, [order.id], due);
  });
  return order;
}

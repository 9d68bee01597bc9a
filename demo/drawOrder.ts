import { millisecondsInMinute } from 'date-fns/constants';
import type { Selectable } from 'kysely';
import type { OrdersTable } from '#server/db/schema.ts';
import { chargeOf } from '#server/money/quote.ts';
import { drawPrice } from './flavours.ts';
import { personName, pickChannel, type Shop, type ShopChannel } from './shop.ts';

export type OrderRow = Selectable<OrdersTable>;

/** An order in its pending and final state; `settledAt` is Infinity if it is still pending. */
interface DrawnOrder {
  pending: OrderRow;
  /** `notify_status` is the final state of the notification. */
  settled: OrderRow;
  settledAt: number;
}

/** Networks reserved for documentation (RFC 5737). */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];

export function drawOrder(shop: Shop, at: number): DrawnOrder {
  const channel = pickChannel(shop, 'collection', at);
  const pending = pendingOrder(shop, channel, at);
  const { settled, settledAt } = outcome(shop, channel, pending);
  return { pending, settled, settledAt };
}

function pendingOrder(shop: Shop, { row: channel, traffic }: ShopChannel, at: number): OrderRow {
  const { random, tenant, numbers, flavour } = shop;
  const local = shop.local(at);
  const createdAt = new Date(at);
  const amount = drawPrice(random, shop.medianPrice, flavour, channel);
  const { debit_amount: _, ...charged } = chargeOf(channel, amount);
  const merchantOrderNo = numbers.merchant(shop.orderPrefix, local);
  return {
    merchant_id: shop.merchantId,
    id: random.id(createdAt),
    order_no: numbers.platform('C', createdAt),
    merchant_order_no: merchantOrderNo,
    channel_order_no: null,
    channel_id: channel.id,
    ...charged,
    subject: random.pick(shop.goods),
    payer_name: random.chance(0.92) ? personName(shop) : null,
    client_ip: `${random.pick(NETWORKS)}.${random.whole(1, 254)}`,
    notify_url: `https://pay.${tenant.domain}/notify/collection`,
    return_url: `https://www.${tenant.domain}/orders/${merchantOrderNo}`,
    notify_status: 'none',
    status: 'pending',
    error_code: null,
    error_msg: null,
    expires_at: new Date(at + traffic.lifetimeMinutes * millisecondsInMinute),
    succeeded_at: null,
    refunded_amount: 0n,
    refund_open_amount: 0n,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** Of 100 orders 88 are paid, 5 fail and 7 expire. Some of the newest are still pending. */
function outcome(shop: Shop, { traffic }: ShopChannel, pending: OrderRow): Omit<DrawnOrder, 'pending'> {
  const { random } = shop;
  const createdAt = pending.created_at.getTime();
  const expiresAt = createdAt + traffic.lifetimeMinutes * millisecondsInMinute;
  if (expiresAt > shop.to && random.chance(0.4)) return { settled: pending, settledAt: Number.POSITIVE_INFINITY };
  const lot = random.fraction();
  if (lot >= 0.93) return closed(pending, expiresAt);
  const minutes = Math.min(random.logNormal(traffic.medianMinutes, 0.7), traffic.lifetimeMinutes * 0.98);
  return answered(shop, pending, lot < 0.88, Math.floor(createdAt + minutes * millisecondsInMinute));
}

function closed(pending: OrderRow, settledAt: number): Omit<DrawnOrder, 'pending'> {
  const changes = { notify_status: 'delivered' as const, updated_at: new Date(settledAt) };
  return { settledAt, settled: { ...pending, ...changes, status: 'closed' } };
}

/** The channel's report of whether the order was paid. */
function answered(shop: Shop, pending: OrderRow, paid: boolean, settledAt: number): Omit<DrawnOrder, 'pending'> {
  const { random, flavour } = shop;
  const at = new Date(settledAt);
  const answer = {
    channel_order_no: `${shop.local(settledAt).toISOString().slice(0, 10).replaceAll('-', '')}${random.digits(14)}`,
    notify_status: random.chance(0.985) ? ('delivered' as const) : ('failed' as const),
    updated_at: at,
  };
  if (paid) return { settledAt, settled: { ...pending, ...answer, status: 'success', succeeded_at: at } };
  const { code, message } = random.pick(flavour.orderErrors);
  return { settledAt, settled: { ...pending, ...answer, status: 'failed', error_code: code, error_msg: message } };
}

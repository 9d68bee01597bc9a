import type { CollectBody, CollectData } from '#shared/contract/gateway.ts';
import type { Db } from '#server/db/connect.ts';
import type { Orders } from '#server/modules/orders/service.ts';
import { assertSame } from './assertSame.ts';
import { checkUrls } from './checkUrls.ts';
import { gatewayTerms, isNamed } from './gatewayTerms.ts';
import { findOrder, type FoundOrder } from './found.ts';
import { presentOrder } from './present.ts';

/** What a call has made, or found made. */
export interface Made<Data> {
  /** Whether it was made now; else the same call was made before. */
  isNew: boolean;
  data: Data;
}

export interface CollectMeans {
  db: Db;
  orders: Orders;
  /** How long a payer has time. */
  orderMinutes: number;
  /** Whether a `notify_url` may be in this network. */
  privateNotifyUrls: boolean;
}

/** Orders that merchants' servers place: one for each of the merchant's numbers, however often it is asked for. */
export function createCollect({ db, orders, orderMinutes, privateNotifyUrls }: CollectMeans) {
  /** @throws ValidationError; ConflictError `order_differs` */
  return async function collect(merchantId: string, body: CollectBody): Promise<Made<CollectData>> {
    const { channel: name, amount, merchant_order_no, ...rest } = body;
    checkUrls(body, privateNotifyUrls);
    return db.transaction(async (tx) => {
      const wanted = { merchant_order_no };
      const before = await findOrder(tx, merchantId, wanted);
      if (before) return again(before, body);
      const { charge, channel } = await gatewayTerms(tx, merchantId, { type: 'collection', channel: name, amount });
      const { subject = null, payer_name = null, client_ip = null, notify_url = null, return_url = null } = rest;
      const order = await orders.begin(tx, merchantId, {
        ...{ merchant_order_no, subject, payer_name, client_ip, notify_url, return_url },
        ...{ charge, channelId: channel.id, lifetimeMinutes: orderMinutes },
      });
      if (order) return { isNew: true, data: presentOrder({ ...order, channel_code: channel.code }) };
      const made = await findOrder(tx, merchantId, wanted);
      if (!made) throw new Error('unreachable: whoever was faster has committed');
      return again(made, body);
    });
  };
}

function again(order: FoundOrder, body: CollectBody): Made<CollectData> {
  const { channel_id: id, channel_code: code, amount, subject, payer_name, client_ip, notify_url, return_url } = order;
  const channel = isNamed({ id, code }, body.channel) ? body.channel : code;
  assertSame({ channel, amount, subject, payer_name, client_ip, notify_url, return_url }, { ...body });
  return { isNew: false, data: presentOrder(order) };
}

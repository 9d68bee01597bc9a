import type { CollectBody, CollectData } from '#shared/contract/gateway.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Job } from '#server/jobs/jobQueue.ts';
import type { Orders } from '#server/modules/orders/service.ts';
import type { NotifyRules } from '#server/network/notifyUrl.ts';
import { assertSame, gatewayTerms, isNamed, checkUrls } from './callChecks.ts';
import { findOrder, type FoundOrder, presentOrder } from './gatewayRecords.ts';

/** What a call has made, or found made. */
export interface Made<Data> {
  /** Whether it was made now; else the same call was made before. */
  isNew: boolean;
  data: Data;
}

export interface CollectMeans extends NotifyRules {
  db: Db;
  clock: Clock;
  orders: Orders;
  /** Tells a new order's channel of it, which says where the payer pays; what fails is tried again later. */
  open(this: void, job: Job): Promise<void>;
  /** How long a payer has time. */
  orderMinutes: number;
}

/** Longer than a channel is waited for, in milliseconds: a process that is killed meanwhile leaves the order to others. */
const OPENING_MS = 60_000;

/** Orders that merchants' servers place: one for each of the merchant's numbers, however often it is asked for. */
export function createCollect({ db, clock, orders, open, orderMinutes, ...notifyRules }: CollectMeans) {
  /** @throws ValidationError; ConflictError `order_differs` */
  return async function collect(merchantId: string, body: CollectBody): Promise<Made<CollectData>> {
    checkUrls(body, notifyRules);
    const leftUntil = new Date(clock.now().getTime() + OPENING_MS);
    const made = await db.transaction(async (tx) => {
      const { merchant_order_no, channel: name, amount, ...rest } = body;
      const before = await findOrder(tx, merchantId, { merchant_order_no });
      if (before) return again(before, body);
      const asked = { type: 'collection' as const, channel: name, amount };
      const { charge, channel, tenant } = await gatewayTerms(tx, merchantId, asked);
      const { subject = null, payer_name = null, client_ip = null, return_url = null } = rest;
      const notify_url = rest.notify_url ?? tenant.notifyUrl;
      const order = await orders.begin(tx, merchantId, {
        merchant_order_no,
        subject,
        payer_name,
        client_ip,
        notify_url,
        return_url,
        charge,
        channelId: channel.id,
        lifetimeMinutes: orderMinutes,
        leftUntil,
      });
      if (order) return order;
      const faster = await findOrder(tx, merchantId, { merchant_order_no });
      if (!faster) throw new Error('unreachable: whoever was faster has committed');
      return again(faster, body);
    });
    if ('isNew' in made) return made;
    await open({ merchant_id: merchantId, id: made.id, due_at: leftUntil, polls: 0 });
    const opened = await findOrder(db.kysely, merchantId, { id: made.id });
    if (!opened) throw new Error('unreachable: orders stay');
    return { isNew: true, data: presentOrder(opened) };
  };
}

function again(order: FoundOrder, body: CollectBody): Made<CollectData> {
  const { channel_id: id, channel_code: code, amount, subject, payer_name, client_ip, notify_url, return_url } = order;
  const channel = isNamed({ id, code }, body.channel) ? body.channel : code;
  // A call that names no address asks for none in particular: the merchant's own may have changed since.
  assertSame(
    { channel, amount, subject, payer_name, client_ip, notify_url, return_url },
    { ...body, notify_url: body.notify_url ?? notify_url },
  );
  return { isNew: false, data: presentOrder(order) };
}

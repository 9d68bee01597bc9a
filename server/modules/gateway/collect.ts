import type { CollectBody } from '#shared/contract/gateway.ts';
import type { CollectData } from '#shared/contract/gatewayAnswers.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Job } from '#server/jobs/jobQueue.ts';
import type { Orders } from '#server/modules/orders/service.ts';
import type { NotifyRules } from '#server/network/notifyUrl.ts';
import { assertSame, gatewayTerms, isNamed, checkUrls } from './callChecks.ts';
import { findOrder, type FoundOrder, presentOrder } from './gatewayRecords.ts';

/** The order of a call, new or existing. */
export interface Made<Data> {
  /** False if an earlier call has created it. */
  isNew: boolean;
  data: Data;
}

export interface CollectDeps extends NotifyRules {
  db: Db;
  clock: Clock;
  orders: Orders;
  /** Opens a new order at its channel, which returns the payment page. A failure is retried later. */
  open(this: void, job: Job): Promise<void>;
  /** Time a payer has, in minutes. */
  orderMinutes: number;
}

/**
 * Claim of a new order's job, in milliseconds. Longer than the channel's time-out; after a crash the workers take over.
 */
const OPENING_MS = 60_000;

/** Collection orders of merchants' servers, one per merchant order number, however often the call is repeated. */
export function createCollect({ db, clock, orders, open, orderMinutes, ...notifyRules }: CollectDeps) {
  /**
   * @throws {ValidationError} if a parameter is invalid
   * @throws {ConflictError} `order_differs` if the number exists with other parameters
   */
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
      const notify_url = rest.notify_url ?? tenant.notify_url;
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
      if (!faster) throw new Error('unreachable: the concurrent call has committed');
      return again(faster, body);
    });
    if ('isNew' in made) return made;
    await open({ merchant_id: merchantId, id: made.id, due_at: leftUntil, polls: 0 });
    const opened = await findOrder(db.kysely, merchantId, { id: made.id });
    if (!opened) throw new Error('unreachable: orders are never deleted');
    return { isNew: true, data: presentOrder(opened) };
  };
}

function again(order: FoundOrder, body: CollectBody): Made<CollectData> {
  const { channel_id: id, channel_code: code, amount, subject, payer_name, client_ip, notify_url, return_url } = order;
  const channel = isNamed({ id, code }, body.channel) ? body.channel : code;
  // A call without an address matches any, because the merchant's default may have changed.
  assertSame(
    { channel, amount, subject, payer_name, client_ip, notify_url, return_url },
    { ...body, notify_url: body.notify_url ?? notify_url },
  );
  return { isNew: false, data: presentOrder(order) };
}

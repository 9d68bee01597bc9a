import type { CollectBody } from '#shared/contract/gateway.ts';
import type { CollectData } from '#shared/contract/gatewayAnswers.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { rowsAsJson } from '#server/db/rows.ts';
import type { Order, Orders } from '#server/modules/orders/service.ts';
import type { NotifyRules } from '#server/network/notifyUrl.ts';
import { assertSame, checkUrls, isNamed, termsIn } from './callChecks.ts';
import { findOrder, type FoundOrder, presentOrder } from './gatewayRecords.ts';
import { type SignedCall, USE_NONCE } from './guard.ts';

/** The order of a call, new or existing. */
export interface Made<Data> {
  /** False if an earlier call has created it. */
  isNew: boolean;
  data: Data;
}

/** A new order whose job is claimed until `leftUntil`. */
export interface NewOrder {
  order: Order;
  channel: { code: string; isTest: boolean };
  leftUntil: Date;
  /** The books that the job already names; null if the channel isn't connected. */
  sentTo: string | null;
}

/** Opens new orders at their channels, which return the payment pages. */
export interface Opener {
  /** The books to name in a new order's job; null if its channel isn't connected. */
  booksOf(this: void, channel: NewOrder['channel']): string | null;
  /**
   * Never rejects: after an error the workers try again.
   * @returns the payment page; undefined if the order may have changed
   */
  open(this: void, made: NewOrder): Promise<string | null | undefined>;
}

export interface CollectDeps extends NotifyRules {
  db: Db;
  clock: Clock;
  orders: Orders;
  opener: Opener;
  /** Time a payer has, in minutes. */
  orderMinutes: number;
}

/**
 * Claim of a new order's job, in milliseconds. Longer than the channel's time-out; after a crash the workers take over.
 */
const OPENING_MS = 60_000;

/**
 * Uses up a nonce and writes an order with its job, whose books are recorded before the order is sent there. Does nothing
 * if the nonce was used, and only uses it up if the merchant has an order of that number.
 */
const placing = (columns: readonly string[]) => `
  with used as (${USE_NONCE}), placed as (
    insert into orders (${columns.join()})
    select ${columns.map((column) => `given.${column}`).join()}
    from used, json_populate_record(null::orders, $5::json) given
    on conflict (merchant_id, merchant_order_no) do nothing
    returning merchant_id, id
  ), queued as (
    insert into order_jobs (merchant_id, order_id, due_at, sent_to)
    select merchant_id, id, $6::timestamptz, $7::text from placed
  )
  select exists (select from used) as was_unused, exists (select from placed) as is_placed`;

/** Collection orders of merchants' servers, one per merchant order number, however often the call is repeated. */
export function createCollect({ db, clock, orders, opener, orderMinutes, ...notifyRules }: CollectDeps) {
  let placeOrder: string | undefined;

  /**
   * Uses up the call's nonce together with the order, unless it throws before.
   * @throws {ValidationError} if a parameter is invalid
   * @throws {ConflictError} `nonce_used` if the nonce was used, `order_differs` if the number exists with other parameters
   */
  return async function collect({ side, nonce }: SignedCall, body: CollectBody): Promise<Made<CollectData>> {
    checkUrls(body, notifyRules);
    const { merchantId } = side;
    const { merchant_order_no } = body;
    const made = await prepared(side, body).catch(async (error: unknown) => {
      // An order keeps its terms: its call may be repeated when a new one would be rejected.
      await nonce.use();
      const before = await findOrder(db.kysely, merchantId, { merchant_order_no });
      if (before) return again(before, body);
      throw error;
    });
    if ('isNew' in made) return made;
    if (!(await place(made, nonce))) {
      const before = await findOrder(db.kysely, merchantId, { merchant_order_no });
      if (!before) throw new Error('unreachable: orders are never deleted');
      return again(before, body);
    }
    const payUrl = await opener.open(made);
    if (payUrl !== undefined) {
      const { order, channel } = made;
      return { isNew: true, data: presentOrder({ ...order, channel_code: channel.code, pay_url: payUrl }) };
    }
    const changed = await findOrder(db.kysely, merchantId, { id: made.order.id });
    if (!changed) throw new Error('unreachable: orders are never deleted');
    return { isNew: true, data: presentOrder(changed) };
  };

  async function prepared(side: SignedCall['side'], body: CollectBody): Promise<NewOrder> {
    const { channel: name, amount, merchant_order_no, ...rest } = body;
    const { settings, channels } = await side.collectionTerms();
    const { charge, channel } = termsIn(settings, channels, { channel: name, amount });
    const { subject = null, payer_name = null, client_ip = null, return_url = null } = rest;
    const order = orders.prepare(side.merchantId, {
      merchant_order_no,
      subject,
      payer_name,
      client_ip,
      notify_url: rest.notify_url ?? settings.notify_url,
      return_url,
      charge,
      channelId: channel.id,
      lifetimeMinutes: orderMinutes,
    });
    const owned = { code: channel.code, isTest: settings.isTest };
    const leftUntil = new Date(clock.now().getTime() + OPENING_MS);
    return { order, channel: owned, leftUntil, sentTo: opener.booksOf(owned) };
  }

  /** @returns false if the merchant has an order of that number, possibly of a concurrent call */
  async function place({ order, leftUntil, sentTo }: NewOrder, nonce: SignedCall['nonce']): Promise<boolean> {
    const given = [...nonce.parameters, asJson(order), leftUntil, sentTo];
    // Columns that a later version may have added get their defaults.
    placeOrder ??= placing(Object.keys(order));
    const [placed] = await db.single<{ was_unused: boolean; is_placed: boolean }>(placeOrder, given);
    await nonce.judge(placed?.was_unused === true);
    return placed?.is_placed === true;
  }
}

const asJson = (order: Order): string => rowsAsJson([order]).slice(1, -1);

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

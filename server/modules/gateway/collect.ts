import type { CollectBody } from '#shared/contract/gateway.ts';
import type { CollectData } from '#shared/contract/gatewayAnswers.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { rowsAsJson } from '#server/db/rows.ts';
import { inGroups } from '#server/jobs/inGroups.ts';
import type { Order, Orders } from '#server/modules/orders/service.ts';
import type { NotifyRules } from '#server/network/notifyUrl.ts';
import { assertSame, checkUrls, isNamed, termsIn } from './callChecks.ts';
import { findOrder, type FoundOrder, presentOrder } from './gatewayRecords.ts';
import { type Nonce, type SignedCall, UNLESS_USED } from './guard.ts';
import { singleUnder } from './terms.ts';

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

/** An order with the nonce of its call. */
interface Placing {
  made: NewOrder;
  nonce: Nonce;
}

/** Orders of one merchant that are placed by one statement at most. */
const MOST_PLACED = 50;

/**
 * Uses up nonces and writes orders of one merchant with their jobs, whose books are recorded before an order is sent there.
 * An order whose nonce was used isn't written, and neither is one whose number the merchant has used. The rows are written
 * in an order that is the same for all servers, so that none waits for another in a circle.
 */
const placing = (columns: readonly string[]) => `
  with given as (
    select * from json_to_recordset($2::json) as given
      (nonce text, until timestamptz, "order" json, id uuid, due timestamptz, sent_to text)
  ), used as (
    insert into gateway_nonces (merchant_id, nonce, expires_at)
    select $1::uuid, nonce, until from given order by nonce
    ${UNLESS_USED('$3')}
  ), placed as (
    insert into orders (${columns.join()})
    select ${columns.map((column) => `wanted.${column}`).join()}
    from given join used using (nonce), json_populate_record(null::orders, given."order") wanted
    order by wanted.merchant_order_no
    on conflict (merchant_id, merchant_order_no) do nothing
    returning id
  ), queued as (
    insert into order_jobs (merchant_id, order_id, due_at, sent_to)
    select $1::uuid, id, due, sent_to from placed join given using (id)
  )
  select nonce, id, nonce in (select nonce from used) as was_unused, id in (select id from placed) as is_placed from given`;

/** Collection orders of merchants' servers, one per merchant order number, however often the call is repeated. */
export function createCollect({ db, clock, orders, opener, orderMinutes, ...notifyRules }: CollectDeps) {
  let placeOrders: string | undefined;
  const placedInGroup = inGroups({
    keyOf: ({ made }: Placing) => made.order.merchant_id,
    most: MOST_PLACED,
    act: placeAll,
  });

  /**
   * Uses up the call's nonce together with the order, unless it throws before.
   * @throws {ValidationError} if a parameter is invalid
   * @throws {ConflictError} `nonce_used` if the nonce was used, `order_differs` if the number exists with other parameters
   * @throws {ChangedTermsError} if the merchant has changed since it was read
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
  async function place(made: NewOrder, nonce: Nonce): Promise<boolean> {
    const { was_unused, is_placed } = await placedInGroup({ made, nonce });
    await nonce.judge(was_unused);
    return is_placed;
  }

  async function placeAll(group: readonly Placing[]): Promise<Placed[]> {
    const [first] = group;
    if (!first) return [];
    const { order } = first.made;
    // Columns that a later version may have added get their defaults.
    placeOrders ??= placing(Object.keys(order));
    const given = group.map(({ made, nonce: { text: nonce, until } }) => {
      const { id } = made.order;
      return { nonce, until, order: made.order, id, due: made.leftUntil, sent_to: made.sentTo };
    });
    const earliest = new Date(Math.min(...group.map(({ nonce: { now } }) => now.getTime())));
    const terms = group.map(({ nonce: { side } }) => side.terms);
    const placed = await singleUnder<Placed>(db, terms, placeOrders, [order.merchant_id, rowsAsJson(given), earliest]);
    return group.map(({ made }) => {
      const found = placed.find(({ id }) => id === made.order.id);
      if (!found) throw new Error('unreachable: each order has a result');
      return found;
    });
  }
}

/** What became of an order. */
interface Placed {
  id: string;
  was_unused: boolean;
  is_placed: boolean;
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

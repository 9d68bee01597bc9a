import type { LedgerTransaction } from '#server/ledger/post.ts';
import { type LedgerEvent, postingsOf } from '#server/ledger/postings.ts';
import { applyPostings, EMPTY_WALLET } from '#server/ledger/wallets.ts';
import { drawOrder, type OrderRow } from './drawOrder.ts';
import { drawPayout } from './drawPayout.ts';
import { moments } from './moments.ts';
import { Outflows } from './Outflows.ts';
import { type Desk, startPayout } from './requests/Desk.ts';
import { planRequests } from './requests/planRequests.ts';
import type { Shop } from './shop.ts';
import { NOTHING, stepOf, type Step } from './Step.ts';

/**
 * Planned events, earliest first, in order of planning at equal times. Kept sorted, because only pending events are in
 * it: some thousands at a million orders a year.
 */
export class Timeline<T> {
  /** Latest first, so that taking the earliest is a pop. */
  readonly #planned: { at: number; happening: T }[] = [];

  plan(at: number, happening: T): void {
    let low = 0;
    let high = this.#planned.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#planned[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#planned.splice(low, 0, { at, happening });
  }

  /** Removes and returns the earliest event, or undefined if nothing is planned. */
  take(): T | undefined {
    return this.#planned.pop()?.happening;
  }
}

/** Payouts that a shop's program attempts per order. */
const PAYOUTS_PER_ORDER = 0.12;

/** Latest paid orders that a refund is made of. */
const REFUNDABLE_ORDERS = 200;

/**
 * A shop's year in chronological order: orders, payouts financed by them, and requests of its users. Only pending
 * events are kept in memory.
 */
export function* shopHistory(shop: Shop, orders: number): Generator<Step, undefined> {
  const timeline = new Timeline<() => Step>();
  let wallet = EMPTY_WALLET;

  function booked(event: LedgerEvent, { id, no }: { id: string; no: string }, at: number): LedgerTransaction {
    wallet = applyPostings(wallet, postingsOf(event)).wallet;
    const time = new Date(at);
    return { id: shop.random.id(time), event, businessId: id, businessOrderNo: no, remark: null, at: time };
  }

  const desk: Desk = {
    shop,
    booked,
    cards: [],
    payees: [],
    paid: [],
    outflows: new Outflows(shop.limits, shop.payingKey),
    available: () => wallet.available,
    plan: (at, happening) => timeline.plan(at, happening),
  };

  function orderArrives(at: number): Step {
    const { pending, settled, settledAt } = drawOrder(shop, at);
    if (settledAt >= shop.to) return stepOf({ order: pending });
    timeline.plan(settledAt, () => orderSettles(settled, settledAt));
    return NOTHING;
  }

  function orderSettles(order: OrderRow, at: number): Step {
    if (order.status !== 'success') return stepOf({ order });
    const { id, order_no: no, amount, fee, deduction } = order;
    desk.paid.push(order);
    if (desk.paid.length > REFUNDABLE_ORDERS) desk.paid.shift();
    const event = { kind: 'collection_succeeded' as const, amount, fee, deduction };
    return stepOf({ order, transactions: [booked(event, { id, no }, at)] });
  }

  function payoutArrives(at: number): Step {
    const drawn = drawPayout(shop, at, { available: wallet.available, left: desk.outflows.leftOfKey(at) });
    if (!drawn) return NOTHING;
    return startPayout(desk, drawn.open, drawn, { makerId: shop.payingKey.lineageId, account: drawn.account });
  }

  /** Schedules the next arrival only, so that there is one on the timeline at a time. */
  function planNext(arrivals: Generator<number, undefined>, arrive: (at: number) => Step): void {
    const { value: at } = arrivals.next();
    if (at === undefined) return;
    timeline.plan(at, () => {
      planNext(arrivals, arrive);
      return arrive(at);
    });
  }

  const { random, flavour } = shop;
  planNext(moments(random, orders, { ...shop, rhythm: flavour.shopping }), orderArrives);
  planNext(moments(random, Math.round(orders * PAYOUTS_PER_ORDER), { ...shop, rhythm: flavour.office }), payoutArrives);
  planRequests(desk, orders);
  for (let happening = timeline.take(); happening; happening = timeline.take()) {
    const step = happening();
    if (step !== NOTHING) yield step;
  }
}

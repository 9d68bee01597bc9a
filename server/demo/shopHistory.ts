import type { LedgerTransaction } from '#server/ledger/post.ts';
import { type LedgerEvent, postingsOf } from '#server/ledger/postings.ts';
import { applyPostings, EMPTY_WALLET, type Wallet } from '#server/ledger/wallets.ts';
import { drawOrder, type OrderRow } from './drawOrder.ts';
import { drawPayout } from './drawPayout.ts';
import { moments } from './moments.ts';
import { type Desk, payoutBegins } from './requests/Desk.ts';
import { planRequests } from './requests/planRequests.ts';
import type { Shop } from './shop.ts';
import { NOTHING, stepOf, type Step } from './Step.ts';

/**
 * What will happen, soonest first; of things at the same time, the one planned first. Kept sorted, since at any time
 * only what is under way is in it: some thousands of things at a million orders a year.
 */
export class Timeline<T> {
  /** Latest first, so that taking the soonest moves nothing. */
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

  /** Takes out the soonest, or undefined when nothing is planned. */
  take(): T | undefined {
    return this.#planned.pop()?.happening;
  }
}

/** Payouts that a shop's program tries to one order. */
const PAYOUTS_PER_ORDER = 0.12;

export interface HistoryOptions {
  /** Whether people ask for things, too; demos of an earlier version have only orders and payouts. */
  requests?: boolean;
  /** What the shop holds at the beginning. */
  wallet?: Wallet;
}

/**
 * A shop's year in the order in which it happened: so many orders, payouts out of what they brought in, and what its
 * people ask for. Memory holds only what is under way.
 */
export function* shopHistory(
  shop: Shop,
  orders: number,
  { requests = true, wallet: start = EMPTY_WALLET }: HistoryOptions = {},
): Generator<Step, undefined> {
  const timeline = new Timeline<() => Step>();
  let wallet = start;

  function booked(event: LedgerEvent, { id, no }: { id: string; no: string }, at: number): LedgerTransaction {
    wallet = applyPostings(wallet, postingsOf(event)).wallet;
    const time = new Date(at);
    return { id: shop.random.id(time), event, businessId: id, businessOrderNo: no, remark: null, at: time };
  }

  const desk: Desk = {
    shop,
    booked,
    cards: [],
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
    const event = { kind: 'collection_succeeded' as const, amount, fee, deduction };
    return stepOf({ order, transactions: [booked(event, { id, no }, at)] });
  }

  function payoutArrives(at: number): Step {
    const drawn = drawPayout(shop, at, wallet.available);
    return drawn ? payoutBegins(desk, drawn.open, drawn) : NOTHING;
  }

  /** Keeps one arrival ahead on the timeline. */
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
  if (requests) planRequests(desk, orders);
  for (let happening = timeline.take(); happening; happening = timeline.take()) {
    const step = happening();
    if (step !== NOTHING) yield step;
  }
}

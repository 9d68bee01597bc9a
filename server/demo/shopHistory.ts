import { type OrderEvent, postingsOf } from '#server/ledger/postings.ts';
import type { LedgerTransaction } from '#server/ledger/post.ts';
import { applyPostings, EMPTY_WALLET } from '#server/ledger/wallet.ts';
import { drawOrder, type OrderRow } from './drawOrder.ts';
import { drawPayout, type PayoutRow } from './drawPayout.ts';
import { moments } from './moments.ts';
import type { Shop } from './shop.ts';
import { Timeline } from './timeline.ts';

/** What one moment adds to the database; its parts belong together. */
export interface Step {
  /** A new order, in its last state. */
  order: OrderRow | null;
  /** A payout, new or in a new state. */
  payout: PayoutRow | null;
  transaction: LedgerTransaction | null;
}

const NOTHING: Step = { order: null, payout: null, transaction: null };

/** Payouts that are tried to one order. */
const PAYOUTS_PER_ORDER = 0.12;

type Happening = () => Step;

/**
 * A shop's year in the order in which it happened: so many orders, and payouts out of what they brought in.
 * Memory holds only what is under way.
 */
export function* shopHistory(shop: Shop, orders: number): Generator<Step, undefined> {
  const timeline = new Timeline<Happening>();
  let wallet = EMPTY_WALLET;

  function booked(kind: OrderEvent, order: OrderRow | PayoutRow, at: number): LedgerTransaction {
    const { id: businessId, order_no: businessOrderNo, amount, fee, deduction } = order;
    const event = { kind, amount, fee, deduction };
    wallet = applyPostings(wallet, postingsOf(event)).wallet;
    const time = new Date(at);
    return { id: shop.random.id(time), event, businessId, businessOrderNo, remark: null, at: time };
  }

  function orderArrives(at: number): Step {
    const { pending, settled, settledAt } = drawOrder(shop, at);
    if (settledAt >= shop.to) return { ...NOTHING, order: pending };
    timeline.plan(settledAt, () => orderSettles(settled, settledAt));
    return NOTHING;
  }

  function orderSettles(order: OrderRow, at: number): Step {
    if (order.status !== 'success') return { ...NOTHING, order };
    return { ...NOTHING, order, transaction: booked('collection_succeeded', order, at) };
  }

  function payoutArrives(at: number): Step {
    const drawn = drawPayout(shop, at, wallet.available);
    if (!drawn) return NOTHING;
    const { open, settled, settledAt } = drawn;
    if (settledAt < shop.to) timeline.plan(settledAt, () => payoutSettles(settled, settledAt));
    return { ...NOTHING, payout: open, transaction: booked('payout_frozen', open, at) };
  }

  function payoutSettles(payout: PayoutRow, at: number): Step {
    const kind = payout.status === 'success' ? 'payout_succeeded' : 'payout_released';
    return { ...NOTHING, payout, transaction: booked(kind, payout, at) };
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
  for (let happening = timeline.take(); happening; happening = timeline.take()) {
    const step = happening();
    if (step !== NOTHING) yield step;
  }
}

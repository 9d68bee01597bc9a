import { millisecondsInDay } from 'date-fns/constants';
import { drawAccount } from '../drawPayout.ts';
import { type Row, stepOf, type Step } from '../Step.ts';
import { planAdjustments } from './adjustments.ts';
import { planBatches } from './batches.ts';
import { planDeposits } from './deposits.ts';
import { type Desk, hoursBeforeEnd } from './Desk.ts';
import { planPaymentRequests } from './paymentRequests.ts';
import { planRefunds } from './refunds.ts';
import { planWithdrawals } from './withdrawals.ts';

/** A new card can't be withdrawn to for this long. */
const COOLING_OFF_MS = millisecondsInDay;

interface NewCard {
  at: number;
  isDefault: boolean;
  status: 'enabled' | 'disabled';
}

/**
 * Plans the requests that users make besides orders and payouts: few, but always some in each state.
 * @param orders number of the shop's collection orders in the period
 */
export function planRequests(desk: Desk, orders: number): void {
  planBankcards(desk);
  planDeposits(desk, orders);
  planWithdrawals(desk, orders);
  planPaymentRequests(desk, orders);
  planBatches(desk, orders);
  planAdjustments(desk);
  planRefunds(desk, orders);
}

/** The company's accounts: the first exists from the start, one is disabled, one has only just been added. */
function planBankcards(desk: Desk): void {
  const { shop } = desk;
  desk.plan(shop.from, () =>
    newCards(desk, [{ at: shop.from - 20 * millisecondsInDay, isDefault: true, status: 'enabled' }]),
  );
  if (shop.creatorIds.length === 0) return;
  const middle = Math.floor((shop.from + shop.to) / 2);
  desk.plan(middle, () => newCards(desk, [{ at: middle, isDefault: false, status: 'disabled' }]));
  const recent = hoursBeforeEnd(shop, 5);
  desk.plan(recent, () => newCards(desk, [{ at: recent, isDefault: false, status: 'enabled' }]));
}

function newCards(desk: Desk, cards: readonly NewCard[]): Step {
  const { shop } = desk;
  const rows = cards.map(({ at, isDefault, status }): Row<'bankcards'> => {
    const created = new Date(at);
    return {
      merchant_id: shop.merchantId,
      id: shop.random.id(created),
      name: shop.tenant.name,
      ...drawAccount(shop),
      is_default: isDefault,
      status,
      card_hash: null,
      revision: 1,
      usable_at: new Date(at + COOLING_OFF_MS),
      created_at: created,
      updated_at: created,
    };
  });
  desk.cards.push(...rows);
  return stepOf({ rows: { bankcards: rows } });
}

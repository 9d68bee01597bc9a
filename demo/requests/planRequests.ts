import { millisecondsInDay, minutesInDay } from 'date-fns/constants';
import { drawAccount, drawHashedAccount } from '../drawPayout.ts';
import { personName } from '../shop.ts';
import { type Row, stepOf, type Step } from '../Step.ts';
import { planAdjustments } from './adjustments.ts';
import { planBatches } from './batches.ts';
import { planDeposits } from './deposits.ts';
import { type Desk, hoursBeforeEnd, minutesAfter } from './Desk.ts';
import { planPaymentRequests } from './paymentRequests.ts';
import { planRefunds } from './refunds.ts';
import { planWithdrawals } from './withdrawals.ts';

/** New cards and payees can't be paid for this long. */
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
  planPayees(desk);
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
  if (shop.ownerIds.length === 0) return;
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
      usable_at: new Date(at + COOLING_OFF_MS),
      created_at: created,
      ...lastChange(desk, at, status),
    };
  });
  desk.cards.push(...rows);
  return stepOf({ rows: { bankcards: rows } });
}

/** Some payees exist from the start, one is disabled, one has only just been saved. */
function planPayees(desk: Desk): void {
  const { shop } = desk;
  const [creatorId] = shop.ownerIds;
  if (creatorId === undefined) return;
  const times = [shop.from, shop.from, Math.floor((shop.from + shop.to) / 2), hoursBeforeEnd(shop, 3)];
  for (const [index, at] of times.entries()) {
    desk.plan(at, () => newPayee(desk, creatorId, at, index === 2 ? 'disabled' : 'enabled'));
  }
}

function newPayee(desk: Desk, creatorId: string, at: number, status: Row<'payees'>['status']): Step {
  const { shop } = desk;
  const created = new Date(at);
  const payee: Row<'payees'> = {
    merchant_id: shop.merchantId,
    id: shop.random.id(created),
    name: personName(shop),
    ...drawHashedAccount(shop),
    note: null,
    status,
    creator_id: creatorId,
    usable_at: new Date(at + COOLING_OFF_MS),
    created_at: created,
    ...lastChange(desk, at, status),
  };
  desk.payees.push(payee);
  return stepOf({ rows: { payees: [payee] } });
}

/** A card or payee is disabled about a month after it was added. */
function lastChange({ shop }: Desk, addedAt: number, status: Row<'payees'>['status']) {
  if (status === 'enabled') return { revision: 1, updated_at: new Date(addedAt) };
  return { revision: 2, updated_at: new Date(minutesAfter(shop, addedAt, 30 * minutesInDay)) };
}

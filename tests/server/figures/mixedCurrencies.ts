import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { arrivalAmount, debitAmount, type Deduction } from '#shared/money/fee.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import { book, type Booking } from '#server/money/book.ts';
import { orderOf, payoutOf } from './orderOf.ts';

export const CURRENCIES = ['CNY', 'EUR', 'JPY'] as const;
const DAY_MS = 86_400_000;

const deductions = fc.constantFrom<Deduction>('inner', 'outer');
const drawn = {
  currency: fc.constantFrom(...CURRENCIES),
  amount: fc.bigInt({ min: 1_000n, max: 5_000_000n }),
  fee: fc.bigInt({ min: 0n, max: 900n }),
  deduction: deductions,
  /** Milliseconds before now. Some are close to midnight in some time zone. */
  age: fc.integer({ min: 0, max: 40 * DAY_MS }),
};
const orders = fc.record({ ...drawn, status: fc.constantFrom('pending', 'success', 'failed', 'closed') });
const payouts = fc.record({ ...drawn, status: fc.constantFrom('pending', 'processing', 'success', 'failed') });

/** Creates a merchant's orders and payouts in several currencies and all statuses, with their ledger entries. */
export async function addMixedOrders(db: Db, merchantId: string, now: Date, seed: number): Promise<void> {
  const channelOf = async (type: 'collection' | 'payout') =>
    (
      await db.kysely
        .selectFrom('channels')
        .where('merchant_id', '=', merchantId)
        .where('type', '=', type)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [collection, payout] = [await channelOf('collection'), await channelOf('payout')];
  const at = (age: number) => new Date(now.getTime() - age);
  const collected = fc.sample(orders, { numRuns: 60, seed }).map(({ age, deduction, ...of }) => ({
    ...orderOf(merchantId, collection, { ...of, created_at: at(age) }),
    deduction,
    arrival_amount: arrivalAmount(of.amount, of.fee, deduction),
  }));
  const paid = fc.sample(payouts, { numRuns: 40, seed }).map(({ age, deduction, ...of }) => ({
    ...payoutOf(merchantId, payout, { ...of, created_at: at(age) }),
    deduction,
    debit_amount: debitAmount(of.amount, of.fee, deduction),
  }));
  await db.transaction(async (tx) => {
    await insertRows(tx, 'orders', collected);
    await insertRows(tx, 'payouts', paid);
    for (const currency of CURRENCIES) {
      await openWallet(tx, merchantId, currency, now);
      const own = { merchantId, currency, at: now };
      const funds = { kind: 'adjusted', amount: 10n ** 12n } as const;
      await book(tx, own, [
        { event: funds, businessId: uuidv7(), businessOrderNo: 'A0' },
        ...collected.filter((row) => row.currency === currency).flatMap(bookingsOfOrder),
        ...paid.filter((row) => row.currency === currency).flatMap(bookingsOfPayout),
      ]);
    }
  });
}

interface Row {
  id: string;
  order_no: string;
  status: string;
  amount: bigint;
  fee: bigint;
  deduction: Deduction;
}

function bookingsOfOrder(row: Row): Booking[] {
  return row.status === 'success' ? [bookingOf(row, 'collection_succeeded')] : [];
}

function bookingsOfPayout(row: Row): Booking[] {
  const frozen = bookingOf(row, 'payout_frozen');
  if (row.status === 'success') return [frozen, bookingOf(row, 'payout_succeeded')];
  return row.status === 'failed' ? [frozen, bookingOf(row, 'payout_released')] : [frozen];
}

function bookingOf(
  { id, order_no, amount, fee, deduction }: Row,
  kind: 'collection_succeeded' | 'payout_frozen' | 'payout_succeeded' | 'payout_released',
): Booking {
  return { event: { kind, amount, fee, deduction }, businessId: id, businessOrderNo: order_no };
}

import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Db } from '#server/db/connect.ts';
import { clearLedger, InsufficientBalanceError, openWallet, WalletMissingError } from '#server/ledger/wallets.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { type LedgerTransaction, post } from '#server/ledger/post.ts';
import type { LedgerEvent } from '#server/ledger/postings.ts';
import type { Database } from '#server/db/schema.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';

const AT = new Date('2026-05-04T03:02:01.000Z');
/** Any tenant will do. This one always exists. */
const MERCHANT = PLATFORM_ID;

function transaction(event: LedgerEvent, overrides: Partial<LedgerTransaction> = {}): LedgerTransaction {
  return { id: uuidV7(), event, businessId: uuidV7(), businessOrderNo: 'A1', remark: null, at: AT, ...overrides };
}

function adjusted(amount: bigint): LedgerTransaction {
  return transaction({ kind: 'adjusted', amount });
}

describe('posting', () => {
  let database: TestDatabase<Database>;
  let db: Db;

  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
    db = database.db;
  });
  afterAll(() => database.remove());
  beforeEach(async () => {
    await openWallet(db.kysely, MERCHANT, 'CNY', AT);
    await db.transaction(clearLedger);
  });

  const booked = (...transactions: LedgerTransaction[]) =>
    db.transaction((tx) => post(tx, MERCHANT, 'CNY', transactions, () => uuidV7()));
  const balances = () =>
    db.kysely.selectFrom('wallets').where('currency', '=', 'CNY').select(['available', 'frozen']).executeTakeFirst();

  it('writes transaction, entries and wallet together', async () => {
    const order = { amount: 10_000n, fee: 60n, deduction: 'inner' } as const;
    const collection = transaction(
      { kind: 'collection_succeeded', ...order },
      { businessOrderNo: 'C7', remark: 'why' },
    );
    await booked(collection);
    expect(await balances()).toEqual({ available: 9_940n, frozen: 0n });
    expect(await db.kysely.selectFrom('ledger_transactions').selectAll().execute()).toEqual([
      {
        merchant_id: MERCHANT,
        id: collection.id,
        event: 'collection_succeeded',
        order_type: 'collection',
        business_id: collection.businessId,
        business_order_no: 'C7',
        reverses_id: null,
        remark: 'why',
        created_at: AT,
      },
    ]);
    const columns = ['account', 'amount', 'seq', 'balance_after', 'available_after', 'frozen_after'] as const;
    const entries = await db.kysely.selectFrom('ledger_entries').orderBy('amount').select(columns).execute();
    const platforms = { seq: null, balance_after: null, available_after: null, frozen_after: null };
    expect(entries).toEqual([
      { account: 'clearing', amount: -10_000n, ...platforms },
      { account: 'fees', amount: 60n, ...platforms },
      {
        account: 'available',
        amount: 9_940n,
        seq: 1n,
        balance_after: 9_940n,
        available_after: 9_940n,
        frozen_after: 0n,
      },
    ]);
  });

  it('books many events at once with the same result as one by one', async () => {
    const payout = { amount: 300n, fee: 5n, deduction: 'outer' } as const;
    await booked(adjusted(1_000n), transaction({ kind: 'payout_frozen', ...payout }));
    await booked(transaction({ kind: 'payout_succeeded', ...payout }));
    expect(await balances()).toEqual({ available: 695n, frozen: 0n });
    expect(await findViolations(db)).toEqual([]);
  });

  it('books nothing if one of the events exceeds the balance', async () => {
    await booked(adjusted(100n));
    await expect(booked(adjusted(50n), adjusted(-151n))).rejects.toThrow(InsufficientBalanceError);
    expect(await balances()).toEqual({ available: 100n, frozen: 0n });
    expect(await findViolations(db)).toEqual([]);
  });

  it('never exceeds the balance in twenty concurrent calls', async () => {
    await booked(adjusted(1_000n));
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => booked(adjusted(-90n))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
    expect(await balances()).toEqual({ available: 10n, frozen: 0n });
    expect(await findViolations(db)).toEqual([]);
  });

  it('books an event of an order once', async () => {
    const first = adjusted(100n);
    await booked(first);
    await expect(booked({ ...adjusted(100n), businessId: first.businessId })).rejects.toMatchObject({ code: '23505' });
    expect(await balances()).toEqual({ available: 100n, frozen: 0n });
  });

  it('gives the first event its own time, even if the wallet was opened later', async () => {
    const before = new Date(AT.getTime() - 1);
    await booked({ ...adjusted(1n), at: before });
    expect(await db.kysely.selectFrom('ledger_entries').select('created_at').distinct().execute()).toEqual([
      { created_at: before },
    ]);
  });

  it('rejects a currency that the merchant has no wallet in', async () => {
    const inYen = db.transaction((tx) => post(tx, MERCHANT, 'JPY', [adjusted(1n)], () => uuidV7()));
    await expect(inYen).rejects.toThrow(WalletMissingError);
  });
});

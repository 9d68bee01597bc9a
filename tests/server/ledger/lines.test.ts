import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainText } from '#shared/format/plainText.ts';
import type { Deduction } from '#shared/money/fee.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { type TestDatabase, USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { readMigrationFiles } from '#server/db/migrationFiles.ts';
import type { Database } from '#server/db/schema.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { entryId, post } from '#server/ledger/post.ts';
import type { AmountWithFee, LedgerEvent } from '#server/ledger/postings.ts';
import { InsufficientBalanceError, openWallet } from '#server/ledger/wallets.ts';
import type { RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 25);
const CURRENCIES = ['CNY', 'EUR'] as const;
const START = Date.parse('2026-05-04T03:02:01.000Z');

const charge: fc.Arbitrary<AmountWithFee> = fc
  .record({
    amount: fc.bigInt(1n, 2_000n),
    fee: fc.oneof(fc.bigInt(0n, 50n), fc.constant(0n)),
    deduction: fc.constantFrom<Deduction>('inner', 'outer'),
  })
  // An inner fee may equal the amount. Then nothing arrives, and there is no line.
  .map((one) => ({ ...one, fee: one.deduction === 'inner' && one.fee > one.amount ? one.amount : one.fee }));

const step = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  /** Milliseconds after the previous step. Most steps happen in the same millisecond. */
  later: fc.constantFrom(0, 0, 0, 1),
  what: fc.oneof(
    fc.record({ credit: fc.constantFrom('collection_succeeded' as const, 'deposit_passed' as const), charge }),
    fc.record({ freeze: fc.constantFrom('payout' as const, 'withdrawal' as const), charge }),
    fc.record({ settle: fc.nat(), succeeds: fc.boolean() }),
    fc.record({ adjust: fc.bigInt(-500n, 500n) }),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Held {
  kind: 'payout' | 'withdrawal';
  charge: AmountWithFee;
  businessId: string;
}

/** The event of a step, or null if there is nothing to settle. */
function eventOf({ what }: Step, held: Held[]): { event: LedgerEvent; businessId: string; after(): void } | null {
  const nothing = () => {};
  if ('credit' in what) return { event: { kind: what.credit, ...what.charge }, businessId: uuidv7(), after: nothing };
  if ('adjust' in what)
    return { event: { kind: 'adjusted', amount: what.adjust }, businessId: uuidv7(), after: nothing };
  if ('freeze' in what) {
    const one: Held = { kind: what.freeze, charge: what.charge, businessId: uuidv7() };
    const event: LedgerEvent = { kind: `${one.kind}_frozen`, ...one.charge };
    return { event, businessId: one.businessId, after: () => held.push(one) };
  }
  const at = what.settle % Math.max(1, held.length);
  const one = held[at];
  if (!one) return null;
  const event: LedgerEvent = { kind: `${one.kind}_${what.succeeds ? 'succeeded' : 'released'}`, ...one.charge };
  return { event, businessId: one.businessId, after: () => held.splice(at, 1) };
}

/** A merchant's lines in one currency, newest first, as the list reads them. */
async function linesOf(source: RecordSource, merchantId: string, currency: string): Promise<WireRecord[]> {
  const conditions = [{ kind: 'compare' as const, source: 'currency', operator: '=' as const, value: currency }];
  const sort = { source: 'created_at', descending: true };
  return (await source.list(merchantId, { conditions, sort, range: [0, 999] })).records;
}

const figuresOf = (line: WireRecord | undefined) => ({
  available: BigInt(plainText(line?.['balance_after'] ?? '0')),
  frozen: BigInt(plainText(line?.['frozen_amount'] ?? '0')),
  total: BigInt(plainText(line?.['account_balance'] ?? '0')),
});
const changesOf = (line: WireRecord) => ({
  available: BigInt(String(line['change_amount'])),
  frozen: BigInt(String(line['frozen_change'])),
  total: BigInt(String(line['total_change'])),
});

describe('the ledger of a merchant', () => {
  let database: TestDatabase<Database>;
  let ledger: RecordSource;

  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
    ledger = await viewSource(database.db, 'v_ledgers');
  });
  afterAll(() => database.remove());

  async function newMerchant(): Promise<string> {
    const id = uuidv7();
    const at = new Date(START);
    await database.db.kysely
      .insertInto('merchants')
      .values({
        merchant_id: id,
        merchant_no: id,
        type: 'merchant',
        parent_id: null,
        name: 'Ink & Paper',
        currency: 'CNY',
        is_divide_hundred: 1,
        time_zone: 'Asia/Shanghai',
        created_at: at,
        updated_at: at,
      })
      .execute();
    for (const currency of CURRENCIES) await openWallet(database.db.kysely, id, currency, at);
    return id;
  }

  async function follow(merchantId: string, steps: readonly Step[]): Promise<void> {
    const held = { CNY: [] as Held[], EUR: [] as Held[] };
    let at = START;
    for (const one of steps) {
      at += one.later;
      const next = eventOf(one, held[one.currency]);
      if (!next) continue;
      const { event, businessId } = next;
      const transaction = { id: uuidv7(), event, businessId, businessOrderNo: 'A1', remark: null, at: new Date(at) };
      try {
        await database.db.transaction((tx) => post(tx, merchantId, one.currency, [transaction], entryId));
        next.after();
      } catch (error) {
        if (!(error instanceof InsufficientBalanceError)) throw error;
      }
    }
  }

  async function expectFollowable(merchantId: string): Promise<void> {
    for (const currency of CURRENCIES) {
      const lines = await linesOf(ledger, merchantId, currency);
      const wallet = await database.db.kysely
        .selectFrom('wallets')
        .where('merchant_id', '=', merchantId)
        .where('currency', '=', currency)
        .select(['available', 'frozen'])
        .executeTakeFirstOrThrow();
      expect(figuresOf(lines[0])).toEqual({ ...wallet, total: wallet.available + wallet.frozen });
      for (const [index, line] of lines.entries()) {
        const [before, after, change] = [figuresOf(lines[index + 1]), figuresOf(line), changesOf(line)];
        for (const figure of ['available', 'frozen', 'total'] as const)
          expect(after[figure] - before[figure]).toBe(change[figure]);
        expect(line['serial_no']).toBe(`${currency}-${String(lines.length - index).padStart(10, '0')}`);
        const sign = change.total > 0n ? 'credit' : change.total < 0n ? 'debit' : null;
        expect(line['ledger_type']).toBe(sign);
      }
    }
  }

  it("leads line by line to the wallet's balances, in each currency, after any events", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const merchantId = await newMerchant();
        await follow(merchantId, [FUNDED('CNY'), FUNDED('EUR'), ...steps]);
        await expectFollowable(merchantId);
      }),
      { numRuns: RUNS },
    );
    expect(await findViolations(database.db)).toEqual([]);
  });

  it('has the same lines when they are created from entries that predate lines', async () => {
    const migration = (await readMigrationFiles(MIGRATIONS)).find(({ name }) => name.startsWith('0045'));
    const lines = async () => {
      const columns = ['merchant_id', 'currency', 'line_no', 'transaction_id', 'available_change', 'frozen_change'];
      const { rows } = await sql`
        select ${sql.join([...columns, 'available_after', 'frozen_after', 'created_at'].map((one) => sql.ref(one)))}
        from ledger_lines order by merchant_id, currency, line_no`.execute(database.db.kysely);
      return rows;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
        const merchantId = await newMerchant();
        await follow(merchantId, [FUNDED('CNY'), FUNDED('EUR'), ...steps]);
      }),
      { numRuns: RUNS },
    );
    const before = await lines();
    expect(before.length).toBeGreaterThan(RUNS);
    await sql`delete from ledger_lines`.execute(database.db.kysely);
    await sql`update wallets set lines = 0`.execute(database.db.kysely);
    // A menu from before the change, with a page that no longer exists.
    await sql`insert into menus (merchant_id, id, url_name, component_path, title, position, created_at, updated_at)
      select merchant_id, gen_random_uuid(), '/frozenLedgers', 'frozen_ledgers', '"menu.frozenLedgers"', 1, now(), now()
      from wallets limit 1`.execute(database.db.kysely);
    for (const { text } of migration?.statements ?? []) await sql.raw(text).execute(database.db.kysely);
    const { rows: pages } = await sql`
      select component_path, title from menus where url_name = '/frozenLedgers'`.execute(database.db.kysely);
    expect(pages).toEqual([{ component_path: 'ledgers', title: 'menu.wallets' }]);
    expect(await lines()).toEqual(before);
    expect(await findViolations(database.db)).toEqual([]);
    const { rows: merchants } = await sql<{ merchant_id: string }>`
      select distinct merchant_id from ledger_lines`.execute(database.db.kysely);
    for (const { merchant_id } of merchants) await expectFollowable(merchant_id);
  });
});

const MIGRATIONS = join(import.meta.dirname, '../../../server/db/migrations');
const FUNDED = (currency: Step['currency']): Step => ({ currency, later: 0, what: { adjust: 5_000n } });

import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { entryId, post } from '#server/ledger/post.ts';
import { compareLines, rebuildLines, type WalletDifferences } from '#server/ledger/rebuildLines.ts';
import { clearLedger } from '#server/ledger/wallets.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { type TestDatabase, USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { follow, FUNDED, newMerchant, RUNS, step } from './anyEvents.ts';

/** Ways in which lines can be broken. `at` is the number of a line. */
const BREAKS = {
  /** What a version that knows no lines does: entries without a line, and later lines numbered as if they weren't there. */
  bookedWithoutLine: (at: bigint) => [
    sql`delete from ledger_lines where line_no = ${at}`,
    sql`update ledger_lines set line_no = -line_no where line_no > ${at}`,
    sql`update ledger_lines set line_no = -line_no - 1 where line_no < 0`,
    sql`update wallets set lines = lines - 1 where lines >= ${at}`,
  ],
  missing: (at: bigint) => [sql`delete from ledger_lines where line_no = ${at}`],
  lastMissing: () => [
    sql`delete from ledger_lines l using wallets w
      where w.merchant_id = l.merchant_id and w.currency = l.currency and l.line_no = w.lines`,
  ],
  wrongBalance: (at: bigint) => [sql`update ledger_lines set frozen_after = frozen_after + 7 where line_no = ${at}`],
  wrongChange: (at: bigint) => [
    sql`update ledger_lines set available_change = available_change * 3 + 1 where line_no = ${at}`,
  ],
  swapped: (at: bigint) => [
    sql`update ledger_lines set line_no = -line_no where line_no in (${at}, ${at + 1n})`,
    sql`update ledger_lines set line_no = case when line_no = ${-at} then ${at + 1n} else ${at} end where line_no < 0`,
  ],
  ofNoEntries: () => [
    sql`insert into ledger_transactions select merchant_id, gen_random_uuid(), 'adjusted', 'manual_adjustment', gen_random_uuid(),
      'X', null, null, now() from wallets`,
    sql`insert into ledger_lines select w.merchant_id, gen_random_uuid(), t.id, w.currency, w.lines + 1, 1, 0, 1, 0, now()
      from wallets w join lateral (
        select id from ledger_transactions t where t.merchant_id = w.merchant_id and business_order_no = 'X'
          and not exists (select 1 from ledger_lines l where l.merchant_id = t.merchant_id and l.transaction_id = t.id)
        limit 1 offset (case w.currency when 'CNY' then 0 else 1 end)
      ) t on true`,
  ],
  wrongCount: () => [sql`update wallets set lines = lines + 3`],
} satisfies Record<string, (at: bigint) => RawBuilder<unknown>[]>;

const breakage = fc.record({
  kind: fc.constantFrom(
    ...(['bookedWithoutLine', 'missing', 'lastMissing', 'wrongBalance', 'wrongChange', 'swapped'] as const),
    ...(['ofNoEntries', 'wrongCount'] as const),
  ),
  at: fc.bigInt(1n, 25n),
});

describe('rebuilding the lines of the ledger', () => {
  let database: TestDatabase<Database>;
  let db: Db;
  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
    db = database.db;
  });
  afterAll(() => database.remove());
  beforeEach(() => db.transaction(clearLedger));

  async function lines(): Promise<unknown[]> {
    const { rows } = await sql`
      select merchant_id, currency, line_no, transaction_id, available_change, frozen_change, available_after, frozen_after,
        created_at
      from ledger_lines order by merchant_id, currency, line_no`.execute(db.kysely);
    return rows;
  }
  async function differences(run: typeof compareLines = compareLines): Promise<WalletDifferences[]> {
    const found: WalletDifferences[] = [];
    await run(db, (one) => void found.push(one));
    return found;
  }
  const breakLines = async (kind: keyof typeof BREAKS, at = 2n) => {
    for (const statement of BREAKS[kind](at)) await statement.execute(db.kysely);
  };
  async function someLines(): Promise<string> {
    const merchantId = await newMerchant(db);
    const steps = fc.sample(step, { numRuns: 60, seed: 7 });
    await follow(db, merchantId, [FUNDED('CNY'), FUNDED('EUR'), ...steps]);
    return merchantId;
  }

  it('restores them, whatever was booked and whatever is broken', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
        fc.array(breakage, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        async (steps, breakages, piece) => {
          await db.transaction(clearLedger);
          await follow(db, await newMerchant(db), [FUNDED('CNY'), FUNDED('EUR'), ...steps]);
          const before = await lines();
          for (const { kind, at } of breakages) await breakLines(kind, at).catch(() => {});
          const found = await differences();
          await rebuildLines(db, () => {}, { piece });
          expect(await lines()).toEqual(before);
          expect(await findViolations(db)).toEqual([]);
          expect(await differences()).toEqual([]);
          // No rule can be violated without a difference.
          expect(found.every(({ problem }) => problem === null)).toBe(true);
        },
      ),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });

  it('leaves lines that are right as they are, with their IDs', async () => {
    await someLines();
    const ids = async () =>
      (await sql<{ id: string }>`select id from ledger_lines`.execute(db.kysely)).rows.map(({ id }) => id);
    const before = await ids();
    await breakLines('wrongBalance');
    await rebuildLines(db, () => {});
    const after = new Set(await ids());
    expect(before.filter((id) => !after.has(id))).toHaveLength(2); // One in each currency.
  });

  it('continues after an interruption', async () => {
    await someLines();
    const before = await lines();
    await breakLines('bookedWithoutLine');
    let left = 3;
    const interrupted: Db = {
      ...db,
      transaction: (fn, options) => {
        if (options?.isolationLevel === undefined && (left -= 1) < 0) throw new Error('killed');
        return db.transaction(fn, options);
      },
    };
    await expect(rebuildLines(interrupted, () => {}, { piece: 4 })).rejects.toThrow('killed');
    expect(await differences()).not.toEqual([]);
    await rebuildLines(db, () => {}, { piece: 4 });
    expect(await lines()).toEqual(before);
    expect(await findViolations(db)).toEqual([]);
  });

  it('lets the server book meanwhile', async () => {
    const merchantId = await someLines();
    await breakLines('bookedWithoutLine');
    const booking = (async () => {
      for (let made = 0; made < 40; made += 1) {
        const at = new Date(Date.parse('2026-06-01T00:00:00Z') + made);
        const transaction = {
          ...{ id: uuidv7(), businessId: uuidv7(), businessOrderNo: 'B', remark: null, at },
          event: { kind: 'adjusted' as const, amount: 1n },
        };
        await db.transaction((tx) => post(tx, merchantId, 'CNY', [transaction], entryId));
      }
    })();
    const other = database.db.kind === 'postgres' ? await connect(database.options) : db;
    await rebuildLines(other, () => {}, { piece: 1 });
    await booking;
    if (other !== db) await other.close();
    expect(await findViolations(db)).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it('tells what differs, and refuses a wallet whose entries contradict each other', async () => {
    const merchantId = await someLines();
    await breakLines('missing');
    const [one] = await differences();
    expect(one).toMatchObject({ merchantId, missing: 1, wrong: 0, surplus: 0, problem: null });
    expect(one?.examples).toEqual([{ due: expect.objectContaining({ line_no: 2n }), found: null }]);
    await sql`update ledger_entries set available_after = available_after + 1 where account = 'available' and seq = 2
      and currency = 'CNY'`.execute(db.kysely);
    const before = await lines();
    const found = await differences(rebuildLines);
    expect(found.find(({ currency }) => currency === 'CNY')?.problem).toMatch(
      /^its entries contradict each other at tr/,
    );
    expect((await lines()).length).toBe(before.length + 1); // In EUR.
  });
});

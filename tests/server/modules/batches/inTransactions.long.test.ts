import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '#tests/server/money/moneyWorld.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { batchSteps, type BatchSteps, FAILED, PAID } from '#tests/support/batchSteps.ts';

const ROWS = 250;
const AMOUNTS = Array<string>(ROWS).fill('50.00');
/** Transactions for 250 rows: three with a hundred rows at most, and one that finds no more. */
const GROUPS = 4;

/** A database that breaks off before a transaction. Counts them. */
function breaking(db: Db, before: number | null) {
  let begun = 0;
  const transaction: Db['transaction'] = (...asked) => {
    begun += 1;
    return begun === before ? Promise.reject(new Error('killed')) : db.transaction(...asked);
  };
  return { db: { ...db, transaction }, count: () => begun };
}

describe('thousands of rows in transactions of a hundred', () => {
  let world: MoneyWorld;
  let merchant: MoneyMerchant;
  let steps: BatchSteps;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
  });
  afterAll(() => world.remove());
  beforeEach(async () => {
    merchant = await world.merchant({ approvalThreshold: 100_000_000n });
    await merchant.fund(100_000_000n);
    steps = batchSteps(world, merchant);
  });

  const violations = async () => {
    const found = [...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))];
    // The test funds the merchants without a business record.
    return found.filter((one) => one.found !== 'adjusted of A0');
  };
  const drafts = () =>
    world.db.kysely
      .selectFrom('batch_transfers')
      .where('merchant_id', '=', merchant.merchantId)
      .where('status', '=', 'draft')
      .select(['id', 'total_count'])
      .execute();

  /** A batch whose first row was paid and whose others have failed. */
  async function failed(): Promise<string> {
    const id = await steps.draft(AMOUNTS);
    await steps.submit(id);
    const ids = (await steps.items(id)).map(({ payout_id }) => payout_id ?? '');
    const { payouts } = world.services;
    const results = ids.map((payout, row) => ({ id: payout, books: 'bank', outcome: row === 0 ? PAID : FAILED }));
    await world.run((tx) => payouts.takeAll(tx, merchant.merchantId, results));
    await world.run((tx) => payouts.settleAll(tx, merchant.merchantId, results));
    return id;
  }

  it('failed rows are each copied once, whatever interrupts it, and the draft waits for its end', async () => {
    const { batches } = world.services;
    const { maker } = merchant;
    const first = await failed();
    const counted = breaking(world.db, null);
    await batches.prepareRepeat(counted.db, maker, first);
    expect(counted.count()).toBe(1 + GROUPS);
    await steps.discard((await drafts())[0]?.id ?? '');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: GROUPS + 1 }), fc.boolean(), async (at, together) => {
        await expect(batches.prepareRepeat(breaking(world.db, at).db, maker, first)).rejects.toThrow('killed');
        for (const { id, total_count } of await drafts()) {
          expect(total_count).toBe(Math.min(ROWS - 1, (at - 2) * 100));
          // The terms of its rows aren't known before it is complete.
          const outdated = total_count === 0 ? 'batch_empty' : 'batch_outdated';
          await expect(steps.submit(id)).rejects.toMatchObject({ id: outdated });
        }
        const calls = Array.from({ length: together ? 3 : 1 }, () => steps.repeat(first));
        const made = (await Promise.allSettled(calls)).flatMap((one) =>
          one.status === 'fulfilled' ? [one.value] : [],
        );
        expect(made).toMatchObject([{ leftOut: 0, batch: { total_count: ROWS - 1, deduction: 'outer' } }]);
        const items = await steps.items(made[0]?.batch.id ?? '');
        expect(new Set(items.map(({ repeats_payout_id }) => repeats_payout_id)).size).toBe(ROWS - 1);
        expect(await drafts()).toHaveLength(1);
        await steps.discard(made[0]?.batch.id ?? '');
      }),
      { numRuns: 4, examples: [[1, false], [3, true], [GROUPS + 1, false]] }, // prettier-ignore
    );
    expect(await violations()).toEqual([]);
  });

  it('rows are checked again, whatever interrupts it, and the totals are always theirs', async () => {
    const { batches } = world.services;
    const { maker } = merchant;
    const id = await steps.draft(AMOUNTS);
    const counted = breaking(world.db, null);
    await batches.prepareRecheck(counted.db, maker, id);
    expect(counted.count()).toBe(GROUPS);
    let fixed_fee = 100n;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: GROUPS }), async (at) => {
        const { fee: before } = (await steps.items(id))[0] ?? { fee: 0n };
        fixed_fee += 1n;
        await world.db.kysely.updateTable('channels').set({ fixed_fee }).where('id', '=', merchant.channels.payout).execute(); // prettier-ignore
        await expect(batches.prepareRecheck(breaking(world.db, at).db, maker, id)).rejects.toThrow('killed');
        const fees = (await steps.items(id)).map(({ fee }) => fee);
        expect(fees.filter((fee) => fee !== before)).toHaveLength(Math.min(ROWS, (at - 1) * 100));
        expect((await steps.batch(id)).total_fee).toBe(fees.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n));
        if (at < GROUPS) await expect(steps.submit(id)).rejects.toMatchObject({ id: 'batch_outdated' });

        await batches.prepareRecheck(world.db, maker, id);
        const { total_count, total_fee } = await world.run(async (tx) => batches.recheck(tx, maker, id)).then(() => steps.batch(id)); // prettier-ignore
        expect({ total_count, total_fee }).toEqual({
          total_count: ROWS,
          total_fee: BigInt(ROWS) * ((before ?? 0n) + 1n),
        });
      }),
      { numRuns: 3, examples: [[1], [3]] },
    );
    await steps.submit(id);
    expect(await violations()).toEqual([]);
  });
});

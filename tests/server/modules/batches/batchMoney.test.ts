import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deduction } from '#shared/money/fee.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { quoteSubmission } from '#server/modules/batches/submissionQuote.ts';
import { batchState } from '#server/modules/batches/views/batchState.ts';
import { moneyWorld, type MoneyWorld } from '#tests/server/money/moneyWorld.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { batchSteps, FAILED, PAID } from '#tests/support/batchSteps.ts';

const terms = fc.record({
  deduction: fc.constantFrom<Deduction>('inner', 'outer'),
  rate_bps: fc.nat(500),
  fixed_fee: fc.bigInt(0n, 300n),
});
const payment = fc.record({ amount: fc.integer({ min: 1_000, max: 99_999 }), isPaid: fc.boolean() });

describe('the totals of a batch', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
  });
  afterAll(() => world.remove());

  it('are what its payouts freeze, pay and cost, also if an earlier version submitted it', async () => {
    const payments = fc.array(payment, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(terms, payments, fc.boolean(), async (channel, rows, isOfEarlierVersion) => {
        const merchant = await world.merchant({ channel, approvalThreshold: 1_000_000n });
        await merchant.fund(1_000_000n);
        const steps = batchSteps(world, merchant);
        const viewer = { ...merchant.maker, permissions: new Set<string>() };
        const id = await steps.draft(rows.map(({ amount }) => (amount / 100).toFixed(2)));
        const { total_debit, total_arrival } = await batchState(world.db.kysely, viewer, id, world.clock.now());
        const quote = await world.run((tx) => quoteSubmission(tx, merchant.maker, id, world.clock.now()));
        expect(quote).toMatchObject({ debit_amount: total_debit, arrival_amount: total_arrival });
        await steps.submit(id);
        const payouts = await payoutsOf(world, id);
        expect(await merchant.wallet()).toEqual({
          available: BigInt(quote.available_after),
          frozen: 1_000_000n - BigInt(quote.available_after),
        });
        expect(BigInt(quote.debit_amount)).toBe(1_000_000n - BigInt(quote.available_after));
        expect(total_arrival).toBe(String(received(payouts)));

        for (const [index, { payout_id }] of (await steps.items(id)).entries()) {
          await steps.settle(payout_id ?? '', rows[index]?.isPaid ? PAID : FAILED);
        }
        if (isOfEarlierVersion) {
          await sql`update batch_transfers set deduction = null where id = ${id}`.execute(world.db.kysely);
        }
        const ended = await batchState(world.db.kysely, viewer, id, world.clock.now());
        const paid = (await payoutsOf(world, id)).filter(({ status }) => status === 'success');
        expect(ended).toMatchObject({ total_debit, total_arrival, success_amount: String(received(paid)) });
        const { available } = await merchant.wallet();
        expect(1_000_000n - available).toBe(BigInt(ended.success_amount) + BigInt(ended.success_fee));
      }),
      { numRuns: 12, examples: [[{ deduction: 'inner', rate_bps: 0, fixed_fee: 0n }, [{ amount: 1_000, isPaid: true }], true]] }, // prettier-ignore
    );
    const violations = await findBusinessViolations(world.db);
    // The test funds the merchants without a business record.
    expect(violations.filter(({ found }) => found !== 'adjusted of A0')).toEqual([]);
  });

  it('are quoted with the channel, who bears the fee, and the payees that were never paid', async () => {
    const channel = { rate_bps: 0, fixed_fee: 0n, deduction: 'inner' } as const;
    const merchant = await world.merchant({ channel, approvalThreshold: 1_000_000n });
    await merchant.fund(100_000n);
    const steps = batchSteps(world, merchant);
    const drafted = async () => {
      const id = await steps.draft(['10.00', '20.00', '30.00']);
      await world.db.kysely
        .updateTable('batch_transfer_items')
        .set({ payee_name: 'Cy' })
        .where('batch_id', '=', id)
        .where('line_no', '=', 4)
        .execute();
      return { id, quote: await world.run((tx) => quoteSubmission(tx, merchant.maker, id, world.clock.now())) };
    };
    const { id, quote } = await drafted();
    const { name } = await world.db.kysely
      .selectFrom('channels')
      .where('id', '=', merchant.channels.payout)
      .select('name')
      .executeTakeFirstOrThrow();
    expect(quote).toMatchObject({ channel_name: name, deduction: 'inner', payee_count: 2, first_payment_count: 2 });
    await steps.submit(id);
    const [first, second, third] = await steps.items(id);
    await steps.settle(first?.payout_id ?? '', PAID);
    await steps.settle(second?.payout_id ?? '', FAILED);
    await steps.settle(third?.payout_id ?? '', FAILED);
    expect((await drafted()).quote).toMatchObject({ payee_count: 2, first_payment_count: 1 });
  });

  it('say that the balance is too low before the submission does', async () => {
    const merchant = await world.merchant({ channel: { rate_bps: 0, fixed_fee: 0n }, approvalThreshold: 1_000_000n });
    await merchant.fund(9_999n);
    const steps = batchSteps(world, merchant);
    const id = await steps.draft(['40.00', '60.00']);
    const refusal = { message: 'insufficient_balance', args: { available: '99.99 CNY', missing: '0.01 CNY' } };
    const figures = { debit_amount: '10000', available: '9999', available_after: '-1' };
    await expect(world.run((tx) => quoteSubmission(tx, merchant.maker, id, world.clock.now()))).rejects.toMatchObject({
      ...refusal,
      quote: figures,
    });
    await expect(steps.submit(id)).rejects.toMatchObject(refusal);
    await merchant.fund(1n);
    expect(await world.run((tx) => quoteSubmission(tx, merchant.maker, id, world.clock.now()))).toMatchObject({
      available_after: '0',
    });
    await steps.submit(id);
  });
});

const payoutsOf = ({ db }: MoneyWorld, batchId: string) =>
  db.kysely.selectFrom('payouts').where('batch_id', '=', batchId).select(['debit_amount', 'fee', 'status']).execute();

/** What the payees get: what is debited without the fee. */
const received = (payouts: readonly { debit_amount: bigint; fee: bigint }[]) =>
  payouts.reduce((sum, { debit_amount, fee }) => sum + debit_amount - fee, 0n);

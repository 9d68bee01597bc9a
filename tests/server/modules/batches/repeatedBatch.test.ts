import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { AppError, UnavailableError } from '#server/errors.ts';
import type { MoneyMerchant, MoneyWorld } from '#tests/server/money/moneyWorld.ts';
import { queued } from '#tests/support/heldLock.ts';
import { FAILED, PAID, paymentsOf, type BatchSteps } from '#tests/support/batchSteps.ts';
import { repeatedBatchWorld } from './repeatedBatchWorld.ts';

const ACTS = ['submit', 'discard', 'remove', 'fail', 'pay', 'repeat', 'again', 'approve', 'reject', 'cancel'] as const;

type Act = (typeof ACTS)[number];

/** Chooses among the possible targets. */
interface Step {
  act: Act;
  at: number;
}

const anyStep = fc.record({
  // Without failures nothing is ever repeated.
  act: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom<Act>(...ACTS) },
    { weight: 3, arbitrary: fc.constantFrom<Act>('fail', 'repeat', 'submit', 'again') },
  ),
  at: fc.nat(30),
});

const only = (act: Act, ...places: number[]): Step[] => places.map((at) => ({ act, at }));

/** Each act succeeds at least once. */
const EVERY_ACT: Step[] = [
  ...[...only('submit', 0), ...only('fail', 0, 1, 2), ...only('repeat', 0), ...only('discard', 1)],
  ...[...only('again', 0), ...only('cancel', 0), ...only('again', 0), ...only('reject', 1)],
  ...[...only('again', 0), ...only('approve', 2), ...only('pay', 3)],
  // Rows 6 and 7 repeat the other two payouts.
  ...[...only('repeat', 0), ...only('remove', 6), ...only('submit', 2), ...only('fail', 4), ...only('repeat', 2)],
];

describe('failed rows of a batch, paid again', () => {
  const repeated = repeatedBatchWorld();
  const { merchantWithMoney, violations } = repeated;

  it('each payment succeeds at most once after any sequence of failures, repetitions, discards and repeated payments', async () => {
    const seen = new Set<Act>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('50.00', '70.00'), { minLength: 1, maxLength: 3 }),
        fc.array(anyStep, { maxLength: 40, size: 'max' }),
        async (amounts, wanted) => {
          const { merchant, steps } = await merchantWithMoney();
          await steps.draft(amounts);
          for (const step of wanted) {
            repeated.world.clock.advance(1_000);
            if (await done(step, repeated.world, merchant, steps)) seen.add(step.act);
            for (const { statuses } of await paymentsOf(repeated.world, merchant)) {
              const notFailed = statuses.filter((status) => status !== 'failed');
              expect([step, notFailed.length > 1]).toEqual([step, false]);
            }
          }
        },
      ),
      // A failure prints seed and path, which reproduce it.
      { numRuns: 15, examples: [[['70.00', '70.00', '70.00'], EVERY_ACT]] },
    );
    expect([...seen].toSorted()).toEqual(ACTS.toSorted());
    expect(await violations()).toEqual([]);
  });

  it('are a draft with the same payments, once their money is back in the balance', async () => {
    const { merchant, steps } = await merchantWithMoney();
    const before = await merchant.wallet();
    const first = await steps.ended([PAID, FAILED, FAILED]);
    const afterwards = await merchant.wallet();
    expect(afterwards.frozen).toBe(0n);
    expect(before.available - afterwards.available).toBeLessThan(2n * 5_000n);

    const { batch, leftOut } = await steps.repeat(first);
    expect(leftOut).toBe(0);
    expect(await merchant.wallet()).toEqual(afterwards);
    expect(await steps.batch(batch.id)).toMatchObject({
      status: 'draft',
      repeats_batch_id: first,
      file_name: 'wages.csv',
      file_sha256: null,
      creator_id: merchant.maker.userId,
      total_count: 2,
      valid_count: 2,
      total_amount: 10_000n,
    });
    const [, ...failed] = await steps.items(first);
    const again = await steps.items(batch.id);
    expect(again.map(steps.texts).map(([name]) => name)).toEqual(['Bo', 'Bo']);
    for (const [index, item] of again.entries()) {
      const old = failed[index];
      expect(item).toMatchObject({ line_no: old?.line_no, amount: old?.amount, repeats_payout_id: old?.payout_id });
      expect(item).toMatchObject({ status: 'valid', payout_id: null, remark: 'Wages' });
      expect(repeated.world.cipher.decrypt(item.card_number ?? '')).toBe('6222021234567890128');
      expect(item.card_number).not.toBe(old?.card_number);
    }
  });

  it('exclude those that a payment request repeats, and include them again when it is rejected', async () => {
    const { steps } = await merchantWithMoney(0n);
    const first = await steps.ended([FAILED, FAILED]);
    const [one, other] = await steps.items(first);
    const request = await steps.payAgain(one?.payout_id ?? '');
    const { batch, leftOut } = await steps.repeat(first);
    expect(leftOut).toBe(1);
    expect(await steps.items(batch.id)).toMatchObject([{ line_no: 3, repeats_payout_id: other?.payout_id }]);
    await expect(steps.repeat(first)).rejects.toMatchObject({ id: 'batch_all_repeated' });
    const { batch_no } = await steps.batch(batch.id);
    await expect(steps.payAgain(other?.payout_id ?? '')).rejects.toMatchObject({
      id: 'already_in_batch',
      args: { batch: batch_no },
    });
    await steps.reject(request.id);
    const second = await steps.repeat(first);
    expect(second.leftOut).toBe(1);
    expect(await steps.items(second.batch.id)).toMatchObject([{ line_no: 2, repeats_payout_id: one?.payout_id }]);
  });

  it('can be repeated from the new batch if they fail again, never from the first', async () => {
    const { steps } = await merchantWithMoney();
    const first = await steps.ended([FAILED]);
    const { batch: second } = await steps.repeat(first);
    await expect(steps.repeat(second.id)).rejects.toMatchObject({ id: 'not_in_this_state' });
    await steps.submit(second.id);
    const [item] = await steps.items(second.id);
    await steps.settle(item?.payout_id ?? '', FAILED);
    await expect(steps.repeat(first)).rejects.toMatchObject({ id: 'batch_all_repeated' });
    const [old] = await steps.items(first);
    await expect(steps.payAgain(old?.payout_id ?? '')).rejects.toMatchObject({ id: 'already_in_batch' });
    const { batch: third } = await steps.repeat(second.id);
    expect(await steps.batch(third.id)).toMatchObject({ repeats_batch_id: second.id, total_count: 1 });
  });

  it("require a new confirmation of an unusual card number, and use today's terms", async () => {
    const { merchant, steps } = await merchantWithMoney();
    const first = await steps.draft(['50.00', '80.00'], { card_number: '12345678' });
    const { merchantId } = merchant;
    const cards = { revision: (await steps.batch(first)).revision };
    await repeated.world.run((tx) =>
      repeated.world.services.batches.acceptAllCards(tx, merchant.maker, first, cards.revision),
    );
    await steps.submit(first);
    for (const { payout_id } of await steps.items(first)) await steps.settle(payout_id ?? '', FAILED);
    await repeated.world.db.kysely
      .updateTable('channels')
      .set({ max_amount: 6_000n })
      .where('merchant_id', '=', merchantId)
      .execute();
    const { batch } = await steps.repeat(first);
    expect(await steps.items(batch.id)).toMatchObject([
      { status: 'valid', card_accepted: false },
      { status: 'invalid', problems: { amount: [{ key: 'amount_out_of_range' }] } },
    ]);
    await repeated.world.db.kysely
      .updateTable('channels')
      .set({ status: 'disabled' })
      .where('merchant_id', '=', merchantId)
      .execute();
    await steps.discard(batch.id);
    await expect(steps.repeat(first)).rejects.toMatchObject({ id: 'channel_disabled' });
  });

  it('belong to their tenant', async () => {
    const { steps } = await merchantWithMoney();
    const first = await steps.ended([FAILED]);
    const other = await merchantWithMoney();
    await expect(other.steps.repeat(first)).rejects.toMatchObject({ id: 'not_found' });
    await expect(other.steps.repeat('B1')).rejects.toMatchObject({ id: 'not_found' });
  });

  it('a new batch and a single repetition that wait for the same payout are done in turn, the second is refused', async () => {
    const { merchant, steps } = await merchantWithMoney();
    for (const refusal of ['already_in_batch', 'batch_all_repeated']) {
      const first = await steps.ended([FAILED]);
      const [failed] = await steps.items(first);
      const payoutId = failed?.payout_id ?? '';
      const calls = [() => steps.repeat(first), () => steps.payAgain(payoutId)];
      const inTurn = refusal === 'already_in_batch' ? calls : calls.toReversed();
      const payout = sql`select from payouts where merchant_id = ${merchant.merchantId} and id = ${payoutId} for update`;
      const outcomes = await queued(repeated.world.db, payout, inTurn);
      expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { id: refusal } }]);
    }
    expect(await violations()).toEqual([]);
  });
});

/**
 * Takes a step if it has a target.
 * @returns true if it was done and not rejected
 */
async function done(
  { act, at }: Step,
  world: MoneyWorld,
  merchant: MoneyMerchant,
  steps: BatchSteps,
): Promise<boolean> {
  const acts: Record<Act, [table: string, (id: string) => Promise<unknown>]> = {
    submit: ['batch_transfers', (id) => steps.submit(id)],
    discard: ['batch_transfers', (id) => steps.discard(id)],
    remove: ['batch_transfer_items', (id) => steps.removeRow(id)],
    fail: ['payouts', (id) => steps.settle(id, FAILED)],
    pay: ['payouts', (id) => steps.settle(id, PAID)],
    repeat: ['batch_transfers', (id) => steps.repeat(id)],
    again: ['payouts', (id) => steps.payAgain(id)],
    approve: ['payment_requests', (id) => steps.approve(id)],
    reject: ['payment_requests', (id) => steps.reject(id)],
    cancel: ['payment_requests', (id) => steps.cancel(id)],
  };
  const [table, take] = acts[act];
  const targets = await idsIn(table, world, merchant);
  const id = targets[at % Math.max(1, targets.length)];
  if (id === undefined) return false;
  try {
    await take(id);
    return true;
  } catch (error) {
    // Any other error fails the test.
    if (error instanceof AppError && !(error instanceof UnavailableError)) return false;
    throw error;
  }
}

/** IDs of a merchant's records, oldest first, in any status. */
async function idsIn(table: string, { db }: MoneyWorld, { merchantId }: MoneyMerchant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where merchant_id = ${merchantId} order by created_at, id`.execute(db.kysely);
  return rows.map(({ id }) => id);
}

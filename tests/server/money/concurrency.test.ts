import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConflictError } from '#server/errors.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { CALLERS, expectCoveredOnly } from './manyWithdrawals.ts';
import { moneyWorld, type MoneyWorld } from './moneyWorld.ts';

const CALLS = 640;
const AMOUNT = 5_000n;

describe('concurrent calls on PostgreSQL', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld('postgres');
  });
  afterAll(() => world.remove());

  it(`${CALLS} withdrawals by ${CALLERS} callers from a balance for 100: 100 succeed`, () =>
    expectCoveredOnly(world, CALLS));

  it('of decisions about one request one wins, and the others hear whose', async () => {
    const { services, run, operator, secondOperator, db } = world;
    const merchant = await world.merchant();
    await merchant.fund(1_000_000n);
    const wish = { bankcard_id: merchant.cardId, amount: AMOUNT, remark: null };
    for (let round = 0; round < 25; round += 1) {
      const { id } = await run((tx) => services.withdrawals.request(tx, merchant.maker, wish));
      const of = { merchantId: merchant.merchantId, id };
      const outcomes = await Promise.allSettled([
        run((tx) => services.withdrawals.approve(tx, operator, of)),
        run((tx) => services.withdrawals.reject(tx, secondOperator, of, 'why')),
        run((tx) => services.withdrawals.cancel(tx, merchant.maker, id)),
      ]);
      const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.status] : []));
      expect(won).toHaveLength(1);
      const [status] = won;
      const names: Readonly<Record<string, string[]>> = {
        cancelled: ['maker'],
        processing: ['operator', 'Platform'],
        rejected: ['second operator', 'Platform'],
      };
      for (const one of outcomes) {
        if (one.status === 'fulfilled') continue;
        expect(one.reason).toBeInstanceOf(ConflictError);
        expect(one.reason).toMatchObject({ id: `decided.${status}` });
        expect(names[status ?? '']).toContain(one.reason.args.name);
      }
    }
    expect(await findViolations(db)).toEqual([]);
  });

  it('a failed payout is repeated once, and again only if the repetition was rejected', async () => {
    const { services, run, db } = world;
    const merchant = await world.merchant({ approvalThreshold: AMOUNT - 1n });
    await merchant.fund(1_000_000n);
    const payee = { payee_name: 'Bo', card_number: '6222020200112233445', bank_name: 'Bank', branch_name: null };
    const wish = { channel_id: merchant.channels.payout, amount: AMOUNT, remark: 'Rent', ...payee };
    const asked = await run((tx) => services.paymentRequests.request(tx, merchant.maker, wish));
    const { payout_id } = await run((tx) => services.paymentRequests.approve(tx, merchant.checker, asked.id));
    const payoutId = payout_id ?? '';
    const payAgain = () => run((tx) => services.paymentRequests.payAgain(tx, merchant.maker, payoutId));
    await expect(payAgain()).rejects.toMatchObject({ id: 'not_in_this_state' });

    const { merchantId } = merchant;
    const failure = { status: 'failed', errorCode: 'closed', errorMessage: 'Account closed' } as const;
    await run((tx) => services.payouts.take(tx, merchantId, payoutId, 'bank'));
    await run((tx) => services.payouts.settle(tx, merchantId, payoutId, failure));
    for (let round = 0; round < 5; round += 1) {
      const before = await merchant.wallet();
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, payAgain));
      const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(made).toMatchObject([
        { status: 'pending', amount: AMOUNT, payee_name: 'Bo', remark: 'Rent', repeats_payout_id: payoutId },
      ]);
      for (const one of outcomes) {
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ id: 'already_paid_again' });
      }
      // Nothing is frozen while it waits for the second user.
      expect(await merchant.wallet()).toEqual(before);
      await run((tx) => services.paymentRequests.reject(tx, merchant.checker, made[0]?.id ?? '', 'Not now'));
    }
    expect(await findViolations(db)).toEqual([]);
  });

  it('of two approvals of one payment, one creates a payout', async () => {
    const { services, run, db } = world;
    const merchant = await world.merchant({ approvalThreshold: 0n });
    await merchant.fund(1_000_000n);
    const payee = { payee_name: 'Bo', card_number: '6222020200112233445', bank_name: 'Bank', branch_name: null };
    const wish = { channel_id: merchant.channels.payout, amount: AMOUNT, remark: null, ...payee };
    const { id } = await run((tx) => services.paymentRequests.request(tx, merchant.maker, wish));
    const approve = () => run((tx) => services.paymentRequests.approve(tx, merchant.checker, id));
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, approve));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const payouts = await db.kysely
      .selectFrom('payouts')
      .where('payment_request_id', '=', id)
      .select('status')
      .execute();
    expect(payouts).toEqual([{ status: 'pending' }]);
  });
});

import { hoursToSeconds } from 'date-fns/hoursToSeconds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { maintain } from '#server/modules/index.ts';
import { batchApprovalOf } from '#server/modules/batches/rules/batchApproval.ts';
import { quoteSubmission } from '#server/modules/batches/submissionQuote.ts';
import { approvalOf, type Approval, type Outflow } from '#server/money/approvals.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { batchSteps, FAILED } from '#tests/support/batchSteps.ts';
import { refundWorld, type RefundWorld } from '../../modules/refunds/refundWorld.ts';
import type { MoneyMerchant } from '../moneyWorld.ts';

const THRESHOLD = 500_000n;
const [NUMBER, OTHER, THIRD] = ['6222021234567890128', '6228480402564890018', '4000000000000002'] as const;
const MILLISECOND = 0.001;

describe('approval above a sum, on PostgreSQL', () => {
  let world: RefundWorld;
  let merchant: MoneyMerchant;
  beforeAll(async () => {
    world = await refundWorld('postgres');
  });
  afterAll(() => world.remove());

  /** A merchant that has moved nothing yet. */
  async function fresh(rules: { daily_total?: bigint; sum_window_hours?: number } = {}) {
    const channel = { rate_bps: 0, fixed_fee: 0n, refund_fee: 'keep' } as const;
    merchant = await world.merchant({ approvalThreshold: THRESHOLD, channel });
    const merchants = world.db.kysely.updateTable('merchants').where('merchant_id', '=', merchant.merchantId);
    await merchants.set({ sum_window_hours: 24, ...rules }).execute();
    await merchant.fund(1_000_000_000n);
    return batchSteps(world, merchant);
  }
  const wishOf = (amount: bigint, card_number: string) => {
    const payee = { payee_name: 'Ana', card_number, bank_name: 'Bank', branch_name: null };
    return { channel_id: merchant.channels.payout, amount, remark: null, ...payee };
  };
  const pay = (amount: bigint, card_number: string = NUMBER, by = merchant.maker) =>
    world.run((tx) => world.services.paymentRequests.request(tx, by, wishOf(amount, card_number)));
  const asked = async (outflow: Outflow, by = merchant.maker): Promise<Approval | null> => {
    const { merchantId } = merchant;
    const tenants = world.db.kysely.selectFrom('merchants').where('merchant_id', '=', merchantId);
    const tenant = await tenants.selectAll().executeTakeFirstOrThrow();
    const maker = { merchantId, makerId: by.userId, currency: tenant.currency };
    return approvalOf(world.db.kysely, maker, outflow, tenant, world.clock.now());
  };
  const accountOf = (number: string) => cardHash(world.cipher, merchant.merchantId, number);

  it('is asked for five of six payments of exactly the threshold that are made at once', async () => {
    await fresh();
    const made = await Promise.all(Array.from({ length: 6 }, () => pay(THRESHOLD)));
    expect(made.map(({ status }) => status).toSorted()).toEqual(
      ['pass', ...Array<string>(5).fill('pending')].toSorted(),
    );
    const waiting = made.filter(({ status }) => status === 'pending');
    for (const { approval_rule, approval_sum } of waiting) {
      expect([approval_rule, approval_sum]).toEqual(['account_sum', THRESHOLD * 2n]);
    }
    expect((await merchant.wallet()).frozen).toBe(THRESHOLD);
  });

  it('is asked for one of six payments to six accounts at once, which exceed five thresholds', async () => {
    await fresh();
    const numbers = ['0', '1', '2', '3', '4', '5'].map((digit) => `622202020011223344${digit}`);
    const made = await Promise.all(numbers.map((number) => pay(THRESHOLD, number)));
    const [waiting, ...others] = made.filter(({ status }) => status === 'pending');
    expect([waiting?.approval_rule, waiting?.approval_sum, others]).toEqual(['daily_total', THRESHOLD * 6n, []]);
  });

  it('can’t be avoided by splitting over payments, batches, repetitions and saved payees', async () => {
    const steps = await fresh();
    const { payout_id } = await pay(200_000n);
    const batch = await steps.draft(['1000.00', '1000.00'], { card_number: NUMBER });
    const { revision } = await steps.batch(batch);
    const submitOwn = (id: string) =>
      world.run((tx) => world.services.batches.submit(tx, merchant.maker, id, revision));
    await submitOwn(batch);
    // 4,000.00 of 5,000.00.
    expect(await pay(100_000n)).toMatchObject({ status: 'pass' });
    const another = await steps.draft(['0.01'], { card_number: NUMBER });
    await expect(submitOwn(another)).rejects.toMatchObject({
      message: 'batch_second_person',
      text: 'batch_second_person_account_sum',
      args: { rows: '2', sum: '5,000.01 CNY', limit: '5,000.00 CNY', count: 4 },
    });
    const saved = wishOf(1n, NUMBER);
    const { paymentRequests } = world.services;
    expect(await world.run((tx) => paymentRequests.andSave(tx, merchant.maker, saved))).toMatchObject({
      approval_rule: 'account_sum',
    });
    // A failed payment no longer counts, and its repetition does.
    await steps.settle(payout_id ?? '', FAILED);
    expect(await asked({ account: accountOf(NUMBER), amount: 200_001n })).toMatchObject({ sum: 500_001n });
    await world.db.kysely.deleteFrom('payees').execute();
    expect(await steps.payAgain(payout_id ?? '')).toMatchObject({ status: 'pass' });
    expect(await asked({ account: accountOf(NUMBER), amount: 1n })).toMatchObject({ rule: 'account_sum', count: 4 });
    // Another user has sums of their own, and what another user approves doesn't count.
    expect(await pay(THRESHOLD, NUMBER, merchant.checker)).toMatchObject({ status: 'pass' });
    const waiting = await pay(400_000n);
    await world.run((tx) => paymentRequests.approve(tx, merchant.checker, waiting.id));
    expect(await asked({ account: accountOf(OTHER), amount: THRESHOLD })).toBeNull();
  });

  it('counts the merchant’s period to the millisecond, after which rows are deleted', async () => {
    await fresh({ sum_window_hours: 168 });
    await pay(THRESHOLD);
    const one = { account: accountOf(NUMBER), amount: 1n };
    world.clock.advance(hoursToSeconds(168) - MILLISECOND);
    expect(await asked(one)).toMatchObject({ rule: 'account_sum', hours: 168, count: 1 });
    const count = async () => {
      const rows = world.db.kysely.selectFrom('unapproved_outflows').where('merchant_id', '=', merchant.merchantId);
      return (await rows.selectAll().execute()).length;
    };
    await maintain(world.db, world.clock);
    expect(await count()).toBe(1);
    world.clock.advance(MILLISECOND);
    expect(await asked(one)).toBeNull();
    await maintain(world.db, world.clock);
    expect(await count()).toBe(0);
  });

  it('names the daily total that the merchant has set, also for a single payment above it', async () => {
    await fresh({ daily_total: 300_000n });
    expect(await asked({ account: accountOf(NUMBER), amount: 300_001n })).toEqual({
      rule: 'daily_total',
      limit: 300_000n,
      sum: 300_001n,
      count: 0,
      hours: 24,
    });
    await pay(200_000n);
    const { id } = await world.paidOrder(merchant, 200_000n);
    const { refunds } = world.services;
    const refund = (amount: bigint) =>
      world.run((tx) => refunds.request(tx, merchant.maker, { orderId: id, amount, reason: 'why' }));
    expect(await refund(100_000n)).toMatchObject({ status: 'processing', approval_rule: null });
    expect(await refund(1n)).toMatchObject({
      status: 'pending_approval',
      approval_rule: 'daily_total',
      approval_sum: 300_001n,
    });
  });

  it('names the rows of a batch by account, before it is submitted', async () => {
    const steps = await fresh();
    await pay(300_000n, OTHER);
    await pay(400_000n, THIRD);
    const id = await steps.draft(['1000.00', '1000.01', '500.00', '600.00']);
    const items = world.db.kysely.updateTable('batch_transfer_items').where('batch_id', '=', id);
    await items
      .set({ card_hash: accountOf(OTHER) })
      .where('line_no', 'in', [2, 3])
      .execute();
    await items
      .set({ card_hash: accountOf(THIRD) })
      .where('line_no', '=', 4)
      .execute();
    const draft = await steps.batch(id);
    const limits = { approval_threshold: THRESHOLD, daily_total: null, sum_window_hours: 24 };
    const expected = { rule: 'account_sum', limit: THRESHOLD, sum: 500_001n, count: 1, hours: 24, lines: [2, 3] };
    expect(await batchApprovalOf(world.db.kysely, draft, limits, world.clock.now())).toEqual(expected);
    const quote = await world.run((tx) => quoteSubmission(tx, merchant.maker, id, world.clock.now()));
    expect(quote.approval).toEqual({ ...expected, limit: '500000', sum: '500001' });
    // Another user's submission is the approval, whose reason is kept.
    await steps.submit(id);
    expect(await steps.batch(id)).toMatchObject({
      approver_id: merchant.checker.userId,
      approval_rule: 'account_sum',
      approval_sum: 500_001n,
    });
    expect(await asked({ account: accountOf(NUMBER), amount: THRESHOLD })).toBeNull();
  });

  it('counts each side of a merchant for itself', async () => {
    await fresh();
    const live = merchant;
    await pay(THRESHOLD);
    await fresh();
    // The same user, of the tenant with the test data.
    merchant = { ...merchant, maker: { ...live.maker, merchantId: merchant.merchantId } };
    expect(await asked({ account: accountOf(NUMBER), amount: THRESHOLD }, live.maker)).toBeNull();
    merchant = live;
    expect(await asked({ account: accountOf(NUMBER), amount: 1n })).toMatchObject({ rule: 'account_sum' });
    const found = await findViolations(world.db);
    expect(found.filter((one) => one.found !== 'adjusted of A0')).toEqual([]);
  });
});

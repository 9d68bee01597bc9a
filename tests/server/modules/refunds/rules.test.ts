import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';
import { quoteRefund } from '#server/modules/refunds/module.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import type { MoneyMerchant } from '../../money/moneyWorld.ts';
import { placeOrder } from '../../money/placeOrder.ts';
import { refundWorld, type RefundWorld } from './refundWorld.ts';

const AMOUNT = 10_000n;

describe('a refund', () => {
  let world: RefundWorld;
  let merchant: MoneyMerchant;
  beforeAll(async () => {
    world = await refundWorld(USUAL_DATABASE);
    merchant = await world.merchant({
      approvalThreshold: 5_000n,
      channel: { rate_bps: 100, fixed_fee: 0n, deduction: 'inner', refund_fee: 'return_in_proportion' },
    });
  });
  afterAll(() => world.remove());

  const ask = (orderId: string, amount: bigint, more: object = {}) =>
    world.run((tx) =>
      world.services.refunds.request(tx, merchant.maker, { orderId, amount, reason: 'Returned', ...more }),
    );

  it('up to the threshold goes to the channel immediately, above it waits for another user', async () => {
    const { id } = await world.paidOrder(merchant, 2n * AMOUNT);
    expect(await ask(id, 5_000n)).toMatchObject({ status: 'processing', approver_id: null });
    const waiting = await ask(id, 5_001n);
    expect(waiting).toMatchObject({ status: 'pending_approval', debit_amount: 4_951n, fee_returned: 50n });
    const { refunds } = world.services;
    await expect(world.run((tx) => refunds.approve(tx, merchant.maker, waiting.id))).rejects.toThrow(
      new ForbiddenError('own_request'),
    );
    await expect(world.run((tx) => refunds.reject(tx, merchant.maker, waiting.id, 'no'))).rejects.toThrow(
      ForbiddenError,
    );
    await expect(world.run((tx) => refunds.cancel(tx, merchant.checker, waiting.id))).rejects.toThrow(ForbiddenError);
    const jobs = () => world.db.kysely.selectFrom('refund_jobs').where('refund_id', '=', waiting.id).execute();
    expect(await jobs()).toHaveLength(0);
    expect(await world.run((tx) => refunds.approve(tx, merchant.checker, waiting.id))).toMatchObject({
      status: 'processing',
      approver_id: merchant.checker.userId,
    });
    expect(await jobs()).toHaveLength(1);
  });

  it('waits for another user if it takes the order’s refunds above the threshold, as its quote says', async () => {
    const { id } = await world.paidOrder(merchant, AMOUNT);
    const { maker, merchantId } = merchant;
    const quoted = async (amount: bigint) =>
      (await quoteRefund(world.db.kysely, { ...maker, at: world.clock.now() }, id, amount)).needs_approval;
    const first = await ask(id, 4_800n);
    expect([await quoted(200n), await quoted(201n)]).toEqual([false, true]);
    const { refunds } = world.services;
    await world.run((tx) => refunds.settle(tx, merchantId, first.id, { status: 'success', channelOrderNo: 'R1' }));
    expect([await quoted(200n), await quoted(201n)]).toEqual([false, true]);
    const second = await ask(id, 4_881n);
    expect(second).toMatchObject({ status: 'pending_approval' });
    expect(await quoted(1n)).toBe(true);
    await world.run((tx) => refunds.cancel(tx, maker, second.id));
    expect(await quoted(200n)).toBe(false);
    expect(await ask(id, 200n)).toMatchObject({ status: 'processing' });
    expect(await ask(id, 1n)).toMatchObject({ status: 'pending_approval' });
  });

  it('is quoted with what is left to refund before and after it', async () => {
    const { id } = await world.paidOrder(merchant, AMOUNT);
    await ask(id, 300n);
    const quote = await quoteRefund(world.db.kysely, { ...merchant.maker, at: world.clock.now() }, id, 200n);
    expect(quote).toMatchObject({ left: String(AMOUNT - 300n), left_after: String(AMOUNT - 500n) });
  });

  it('that the balance doesn’t cover is quoted with its figures, although it is rejected', async () => {
    const poor = await world.merchant({ channel: { rate_bps: 100, fixed_fee: 0n, refund_fee: 'keep' } });
    const { id } = await world.paidOrder(poor, AMOUNT);
    const { available } = await poor.wallet();
    await poor.fund(10n - available);
    await expect(quoteRefund(world.db.kysely, { ...poor.maker, at: world.clock.now() }, id, 11n)).rejects.toMatchObject(
      {
        fields: { amount: { key: 'insufficient_balance' } },
        quote: { amount: '11', left: String(AMOUNT), debit_amount: '11', available: '10', available_after: '-1' },
      },
    );
  });

  it('is only possible for a paid order of the tenant', async () => {
    const { id } = await world.paidOrder(merchant, AMOUNT);
    const other = await world.merchant();
    const wish = { orderId: id, amount: 1n, reason: 'Returned' };
    await expect(world.run((tx) => world.services.refunds.request(tx, other.maker, wish))).rejects.toThrow(
      NotFoundError,
    );
    const open = await placeOrder(world, merchant, { amount: AMOUNT });
    await expect(ask(open.id, 1n)).rejects.toMatchObject({ id: 'order_not_paid' });
  });

  it('of more than the remaining amount reports that', async () => {
    const { id } = await world.paidOrder(merchant, AMOUNT);
    await ask(id, 4_000n);
    await expect(ask(id, 6_001n)).rejects.toMatchObject({
      fields: { amount: { key: 'refund_too_large', args: { left: '60.00 CNY' } } },
    });
    await ask(id, 3_000n);
    await ask(id, 3_000n);
    await expect(ask(id, 1n)).rejects.toMatchObject({ fields: { amount: { key: 'refunded_in_full' } } });
  });

  it('must match the quote that was shown, because the rule may have changed', async () => {
    const { id } = await world.paidOrder(merchant, AMOUNT);
    const agreed = { debit: 990n, arrival: 1_000n };
    await expect(ask(id, 1_000n, { agreed: { ...agreed, debit: 1_000n } })).rejects.toMatchObject({
      fields: { agreed_debit: { key: 'terms_changed' } },
    });
    await expect(ask(id, 1_000n, { agreed: { ...agreed, arrival: 999n } })).rejects.toMatchObject({
      fields: { agreed_arrival: { key: 'terms_changed' } },
    });
    expect(await ask(id, 1_000n, { agreed })).toMatchObject({ debit_amount: 990n, payer_amount: 1_000n });
  });

  it('returns its own share of the fee only, if the channel kept the fee of earlier refunds', async () => {
    const { id } = await world.paidOrder(merchant, AMOUNT);
    const { kysely } = world.db;
    const channel = kysely.updateTable('channels').where('id', '=', merchant.channels.collection);
    await channel.set({ refund_fee: 'keep' }).execute();
    expect(await ask(id, 4_000n)).toMatchObject({ fee_returned: 0n });
    await channel.set({ refund_fee: 'return_in_proportion' }).execute();
    expect(await ask(id, 2_000n)).toMatchObject({ fee_returned: 20n });
    expect(await ask(id, 4_000n)).toMatchObject({ fee_returned: 40n });
  });

  it('requires a channel whose adapter refunds, even if it is disabled for new orders', async () => {
    const { id } = await world.paidOrder(merchant, AMOUNT);
    const { kysely } = world.db;
    const channel = kysely.updateTable('channels').where('id', '=', merchant.channels.collection);
    await channel.set({ status: 'disabled' }).execute();
    expect(await ask(id, 1_000n)).toMatchObject({ status: 'processing' });
    await channel.set({ status: 'enabled' }).execute();
    await kysely.updateTable('channel_connections').where('type', '=', 'refund').set({ adapter: null }).execute();
    await expect(ask(id, 1_000n)).rejects.toMatchObject({ id: 'channel_without_refunds' });
    await kysely.updateTable('channel_connections').where('type', '=', 'refund').set({ adapter: 'sandbox' }).execute();
  });

  it('can’t exceed its order in the database, whatever a program does', async () => {
    const { id } = await world.paidOrder(merchant, AMOUNT);
    const set = (refund_open_amount: bigint) =>
      world.db.kysely.updateTable('orders').where('id', '=', id).set({ refund_open_amount }).execute();
    await expect(set(AMOUNT + 1n)).rejects.toThrow('orders_refunded_check');
  });
});

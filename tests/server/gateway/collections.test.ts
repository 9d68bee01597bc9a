import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { silentLog } from '#server/db/dbLog.ts';
import type { CollectionAdapter } from '#server/gateway/channels/ChannelAdapter.ts';
import { createCollectionSandbox } from '#server/gateway/channels/sandbox/createCollectionSandbox.ts';
import { createOrderProcessor } from '#server/gateway/createOrderProcessor.ts';
import { PROCESSOR_TIMES } from '#server/jobs/createProcessor.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { createOrders } from '#server/modules/orders/service.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { type MoneyMerchant, moneyWorld, type MoneyWorld } from '../money/moneyWorld.ts';
import { placeOrder } from '../money/placeOrder.ts';

describe('collection orders', () => {
  let world: MoneyWorld;
  let merchant: MoneyMerchant;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
    merchant = await world.merchant();
  });
  afterAll(() => world.remove());

  const orders = () => createOrders(world);
  function worker(change: Partial<CollectionAdapter> = {}, answerMs = 1_000) {
    const adapter = { ...createCollectionSandbox({ ...world, publicUrl: 'https://pay.example.com' }), ...change };
    const means = { ...world, log: silentLog };
    const adapterOf = () => ({ adapter, books: 'sandbox' });
    return createOrderProcessor({ ...means, orders: orders(), adapterOf }, { ...PROCESSOR_TIMES, answerMs });
  }
  const place = async (amount: bigint, lifetimeMinutes = 30, due?: Date) =>
    (await placeOrder(world, merchant, { amount, lifetimeMinutes, due })).id;
  const statusOf = async (id: string) =>
    (await world.db.kysely.selectFrom('orders').where('id', '=', id).select('status').executeTakeFirst())?.status;
  const violations = async () => [...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))];
  const drained = async () => {
    const processors = [worker(), worker()];
    await Promise.all(
      processors.map(async (processor) => {
        while ((await processor.step()) > 0);
      }),
    );
  };

  it('are credited once, by any number of workers', async () => {
    const before = await merchant.wallet();
    const ids: string[] = [];
    for (let made = 0; made < 12; made += 1) ids.push(await place(10_000n));
    await drained();
    world.clock.advance(5);
    await drained();
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'success'));
    expect(await merchant.wallet()).toEqual({ ...before, available: before.available + 120_000n });
    const settled = ids.map((id) =>
      world.run((tx) => orders().settle(tx, merchant.merchantId, id, { status: 'success', channelOrderNo: 'again' })),
    );
    const refused = await Promise.allSettled(settled);
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await violations()).toEqual([]);
  });

  it('are credited if the payer paid in the last second, even after they have expired', async () => {
    const id = await place(10_000n, 1);
    await drained();
    world.clock.advance(60);
    const close = async () => ({ status: 'success' as const, channelOrderNo: 'LATE' });
    await worker({ close }).step();
    expect(await statusOf(id)).toBe('success');
  });

  it.each<[string, CollectionAdapter['open'] & CollectionAdapter['ask'] & CollectionAdapter['close']]>([
    ["doesn't know the outcome", async () => ({ status: 'unknown', reason: 'HTTP 502' })],
    ['throws', async () => Promise.reject(new Error('socket hang up'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('stay unchanged while their channel %s, and end when it answers', async (_, doubt) => {
    const id = await place(10_000n, 1);
    const doubtful = worker({ open: doubt, ask: doubt, close: doubt }, 20);
    for (const seconds of [0, 5, 600, 600]) {
      world.clock.advance(seconds);
      await doubtful.step();
      expect(await statusOf(id)).toBe('pending');
    }
    world.clock.advance(600);
    await drained();
    expect(await statusOf(id)).toBe('closed');
  });

  it('store the payment address as soon as their channel returns it', async () => {
    const id = await place(10_077n);
    const payUrl = async () => {
      const jobs = world.db.kysely.selectFrom('order_jobs').where('order_id', '=', id).select('pay_url');
      return (await jobs.executeTakeFirst())?.pay_url;
    };
    await worker({ open: async () => Promise.reject(new Error('socket hang up')) }).step();
    expect(await payUrl()).toBeNull();
    world.clock.advance(5);
    await drained();
    expect(await payUrl()).toMatch(/^https:\/\/pay\.example\.com\/gateway\/pay\//);
    world.clock.advance(3600);
    await drained();
  });

  it('stay pending with an explanation while the wallet is full, and succeed when it has room', async () => {
    const { services, run, operator, secondOperator } = world;
    const { merchantId } = merchant;
    const adjust = async (amount: bigint) => {
      const wish = { merchantId, currency: 'CNY', amount, reason: 'Up to the limit' };
      const { id } = await run((tx) => services.adjustments.request(tx, operator, wish));
      await run((tx) => services.adjustments.approve(tx, secondOperator, { merchantId, id }));
    };
    const { available, frozen } = await merchant.wallet();
    const room = MAX_BALANCE - available - frozen;
    await adjust(room);
    const id = await place(10_000n);
    const orderNow = () =>
      world.db.kysely
        .selectFrom('orders')
        .where('id', '=', id)
        .select(['status', 'error_code', 'error_msg'])
        .executeTakeFirst();
    await drained();
    for (const seconds of [5, 600]) {
      world.clock.advance(seconds);
      await drained();
      expect(await orderNow()).toMatchObject({
        status: 'pending',
        error_code: 'wallet_full',
        error_msg: expect.stringContaining("the wallet can't hold more"),
      });
    }
    await adjust(-room);
    world.clock.advance(600);
    await drained();
    expect(await orderNow()).toEqual({ status: 'success', error_code: null, error_msg: null });
    expect(await violations()).toEqual([]);
  });

  it('are left to the process that placed them, and taken over after its lease', async () => {
    const id = await place(10_013n, 30, new Date(world.clock.now().getTime() + 60_000));
    world.clock.advance(59);
    expect([await worker().step(), await statusOf(id)]).toEqual([0, 'pending']);
    world.clock.advance(1);
    expect([await worker().step(), await statusOf(id)]).toEqual([1, 'failed']);
  });

  it('leave the ledger intact after any sequence of events', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('place' as const), amount: fc.constantFrom(1n, 113n, 10_077n, 9_999n) }),
      fc.record({ kind: fc.constant('work' as const) }),
      fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(5, 40, 60, 600) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const one of steps) {
          if (one.kind === 'place') await place(one.amount, 1);
          if (one.kind === 'work') await drained();
          if (one.kind === 'wait') world.clock.advance(one.seconds);
        }
        for (let rounds = 0; rounds < 3; rounds += 1) {
          world.clock.advance(600);
          await drained();
        }
        expect(await world.db.kysely.selectFrom('order_jobs').selectAll().execute()).toEqual([]);
        expect(await violations()).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});

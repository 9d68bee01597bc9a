import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChannelPayout } from '#server/gateway/channels/ChannelAdapter.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { payoutWorld, type PayoutWorld } from './payoutWorld.ts';

const AMOUNT = 50_000n;
/** 0.6 % of 50,000, plus 100. */
const FEE = 400n;
/** Longer than an index takes, also compressed. */
const LONG = createHash('shake256', { outputLength: 3_000 }).update('long').digest('base64url');

describe('payouts', () => {
  let world: PayoutWorld;
  beforeAll(async () => {
    world = await payoutWorld(USUAL_DATABASE);
  });
  afterAll(() => world.remove());

  let before: { available: bigint; frozen: bigint };
  beforeEach(async () => {
    world.calls.length = 0;
    before = await world.merchant1.wallet();
  });
  afterEach(async () => {
    // Settles with the sandbox whatever a test has left open.
    const processor = world.processor();
    for (let rounds = 0; (await jobs()) > 0 && rounds < 20; rounds += 1) {
      world.clock.advance(1_000);
      await processor.step();
    }
    expect(await jobs()).toBe(0);
  });

  const jobs = async () => (await world.db.kysely.selectFrom('payout_jobs').selectAll().execute()).length;

  it('are sent, and paid when the channel says so', async () => {
    const id = await world.pay(AMOUNT);
    expect(await world.processor().step()).toBe(1);
    const payout = await world.payout(id);
    expect(payout).toMatchObject({ status: 'success', channel_order_no: `S${payout.order_no}`, error_code: null });
    expect(world.calls).toEqual([`send ${payout.order_no}`]);
    expect(await jobs()).toBe(0);
    expect(await world.merchant1.wallet()).toEqual({ ...before, available: before.available - AMOUNT - FEE });
    expect(await world.processor().step()).toBe(0);
  });

  it('reach the channel with payee, account and amount', async () => {
    const sent: ChannelPayout[] = [];
    const id = await world.pay(AMOUNT);
    await world.processor({ send: async (payout) => (sent.push(payout), { status: 'accepted' }) }).step();
    const { order_no } = await world.payout(id);
    expect(sent).toEqual([
      {
        merchantId: world.merchant1.merchantId,
        orderNo: order_no,
        amount: AMOUNT,
        payeeAmount: AMOUNT,
        currency: 'CNY',
        payeeName: 'Ana',
        cardNumber: '6222020200112233445',
        bankName: 'Bank',
        branchName: null,
        remark: null,
      },
    ]);
  });

  it('return the money when they fail, with the reason', async () => {
    const id = await world.pay(AMOUNT + 13n);
    await world.processor().step();
    expect(await world.payout(id)).toMatchObject({
      status: 'failed',
      error_code: 'SANDBOX_DECLINED',
      error_msg: expect.stringContaining('13'),
    });
    expect(await world.merchant1.wallet()).toEqual(before);
    expect(await jobs()).toBe(0);
  });

  it('return the money whatever texts the channel gives as the reason', async () => {
    const id = await world.pay(AMOUNT);
    const reason = { status: 'failed', errorCode: LONG, errorMessage: 'Account\0closed' } as const;
    await world.processor({ send: async () => reason }).step();
    expect(await world.payout(id)).toMatchObject({ status: 'failed', error_msg: 'Account\uFFFDclosed' });
    expect(await world.merchant1.wallet()).toEqual(before);
  });

  it('are paid whatever number the channel gives them, which is cut if an index takes no such long one', async () => {
    const id = await world.pay(AMOUNT);
    await world.processor({ send: async () => ({ status: 'success', channelOrderNo: `\0${LONG}` }) }).step();
    expect(await world.payout(id)).toMatchObject({
      status: 'success',
      channel_order_no: `\uFFFD${LONG.slice(0, 499)}`,
    });
    expect(await world.merchant1.wallet()).toEqual({ ...before, available: before.available - AMOUNT - FEE });
  });

  it('stay processing until the channel has a result, and are queried after 5 seconds', async () => {
    const id = await world.pay(AMOUNT + 77n);
    const processor = world.processor();
    await processor.step();
    expect(await world.payout(id)).toMatchObject({ status: 'processing' });
    expect((await world.merchant1.wallet()).frozen).toBeGreaterThan(before.frozen);
    world.clock.advance(4);
    expect(await processor.step()).toBe(0);
    world.clock.advance(1);
    expect(await processor.step()).toBe(1);
    const { status, order_no } = await world.payout(id);
    expect([status, world.calls]).toEqual(['success', [`send ${order_no}`, `query ${order_no}`]]);
  });

  const DOUBTFUL = {
    "doesn't know the outcome": async () => ({ status: 'unknown' as const, reason: 'HTTP 502' }),
    throws: async () => {
      throw new Error('socket hang up');
    },
    'never answers': () => new Promise<never>(() => {}),
  };
  it.each(Object.entries(DOUBTFUL))('stay processing while the channel %s', async (_name, answer) => {
    const id = await world.pay(AMOUNT + 13n);
    const processor = world.processor({ send: answer, query: answer }, { answerMs: 10 });
    await processor.step();
    for (const pause of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
      world.clock.advance(pause - 1);
      expect(await processor.step()).toBe(0);
      world.clock.advance(1);
      expect(await processor.step()).toBe(1);
      expect(await world.payout(id)).toMatchObject({ status: 'processing', error_code: null, finished_at: null });
    }
    const { order_no } = await world.payout(id);
    expect(world.calls).toEqual([`send ${order_no}`, ...Array.from({ length: 9 }, () => `query ${order_no}`)]);
  });

  it('are queried, then sent, if a process died after it had claimed one', async () => {
    const id = await world.pay(AMOUNT);
    await world.run((tx) => world.services.payouts.take(tx, world.merchant1.merchantId, id, 'sandbox'));
    await world.processor().step();
    const { status, order_no } = await world.payout(id);
    expect([status, world.calls]).toEqual(['success', [`query ${order_no}`, `send ${order_no}`]]);
  });

  it('are queried and not sent again if a process died after it had sent one', async () => {
    const id = await world.pay(AMOUNT);
    const { send } = world.sandbox;
    let reached = () => {};
    const sent = new Promise<void>((resolve) => (reached = resolve));
    const dying = world.processor({
      send: async (payout, signal) => {
        await send(payout, signal);
        reached();
        return new Promise<never>(() => {});
      },
    });
    void dying.step();
    await sent;
    expect(await world.payout(id)).toMatchObject({ status: 'processing' });
    const next = world.processor();
    world.clock.advance(world.lease - 1);
    expect(await next.step()).toBe(0);
    world.clock.advance(1);
    expect(await next.step()).toBe(1);
    const { status, order_no } = await world.payout(id);
    expect([status, world.calls]).toEqual(['success', [`send ${order_no}`, `query ${order_no}`]]);
  });

  it("aren't sent again while it is unknown whether the channel has them", async () => {
    const id = await world.pay(AMOUNT);
    await world.run((tx) => world.services.payouts.take(tx, world.merchant1.merchantId, id, 'sandbox'));
    await world.processor({ query: DOUBTFUL.throws }).step();
    const { status, order_no } = await world.payout(id);
    expect([status, world.calls]).toEqual(['processing', [`query ${order_no}`]]);
  });

  it('are each sent once, by any number of processes', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 16; made += 1) ids.push(await world.pay(AMOUNT + BigInt(made)));
    const processors = Array.from({ length: 4 }, () => world.processor());
    await Promise.all(
      processors.map(async (processor) => {
        while ((await processor.step()) > 0);
      }),
    );
    const orders = await Promise.all(ids.map(async (id) => (await world.payout(id)).order_no));
    expect(world.calls.toSorted()).toEqual(orders.map((order) => `send ${order}`).toSorted());
    const statuses = await Promise.all(ids.map(async (id) => (await world.payout(id)).status));
    expect(new Set(statuses)).toEqual(new Set(['success', 'failed']));
  });

  it('have one result, even if a slow process reports another one later', async () => {
    const id = await world.pay(AMOUNT);
    let answer = () => {};
    const slow = world.processor({
      send: () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 'failed', errorCode: 'E1', errorMessage: 'no' });
        }),
    });
    const slowStep = slow.step();
    await expect.poll(() => world.calls).toHaveLength(1);
    world.clock.advance(world.lease);
    await world.processor().step();
    expect(await world.payout(id)).toMatchObject({ status: 'success' });
    answer();
    await slowStep;
    expect(await world.payout(id)).toMatchObject({ status: 'success', error_code: null });
  });

  it('are polled continuously, up to a limit at once, until the process shuts down', async () => {
    let atOnce = 0;
    let most = 0;
    const { send } = world.sandbox;
    const processor = world.processor(
      {
        send: async (payout, signal) => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          try {
            return await send(payout, signal);
          } finally {
            atOnce -= 1;
          }
        },
      },
      { atOnce: 3, idleMs: 5 },
    );
    processor.start();
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.pay(AMOUNT)));
    await expect.poll(jobs).toBe(0);
    expect((await Promise.all(ids.map(world.payout))).map(({ status }) => status)).toEqual(ids.map(() => 'success'));
    expect(most).toBeLessThanOrEqual(3);
    await processor.stop();
    await world.pay(AMOUNT);
    expect(await jobs()).toBe(1);
  });

  it('in progress are finished before the process shuts down', async () => {
    const id = await world.pay(AMOUNT);
    let answer = () => {};
    const processor = world.processor({
      send: () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 'success', channelOrderNo: 'X1' });
        }),
    });
    processor.start();
    await expect.poll(() => world.calls).toHaveLength(1);
    const stopped = processor.stop();
    answer();
    await stopped;
    expect(await world.payout(id)).toMatchObject({ status: 'success', channel_order_no: 'X1' });
  });

  it('leave ledger and orders intact', async () => {
    expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
  });
});

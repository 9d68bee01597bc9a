import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#server/db/dbLog.ts';
import type { ChannelRefund, RefundAdapter } from '#server/gateway/channels/ChannelAdapter.ts';
import { createRefundSandbox } from '#server/gateway/channels/sandbox/createSandbox.ts';
import { PROCESSOR_TIMES, type ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { createRefundProcessor } from '#server/gateway/createRefundProcessor.ts';
import { refundJobs } from '#server/jobs/jobQueue.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import type { MoneyMerchant } from '../../money/moneyWorld.ts';
import { refundWorld, type RefundWorld } from './refundWorld.ts';

const AMOUNT = 50_000n;
const LEASE = PROCESSOR_TIMES.leaseMs / 1000;

describe('refunds', () => {
  let world: RefundWorld;
  let merchant: MoneyMerchant;
  let sandbox: RefundAdapter;
  let orderId: string;
  let before: { available: bigint; frozen: bigint };
  const calls: string[] = [];
  beforeAll(async () => {
    world = await refundWorld(USUAL_DATABASE);
    merchant = await world.merchant({ approvalThreshold: AMOUNT * 10n, channel: { rate_bps: 60, deduction: 'inner' } });
    sandbox = createRefundSandbox(world);
  });
  afterAll(() => world.remove());
  beforeEach(async () => {
    await world.db.kysely.deleteFrom('refund_jobs').execute();
    orderId = (await world.paidOrder(merchant, AMOUNT * 2n)).id;
    before = await merchant.wallet();
    calls.length = 0;
  });

  function processor(adapter: Partial<RefundAdapter> = {}, times: Partial<ProcessorTimes> = {}, books = 'sandbox') {
    const { send, query } = { ...sandbox, ...adapter };
    const asked: RefundAdapter = {
      send: (refund, signal) => (calls.push(`send ${refund.orderNo}`), send(refund, signal)),
      query: (refund, signal) => (calls.push(`query ${refund.orderNo}`), query(refund, signal)),
    };
    const adapterOf = () => ({ adapter: asked, books });
    const means = { ...world, refunds: world.services.refunds, log: silentLog, adapterOf };
    return createRefundProcessor(means, { ...PROCESSOR_TIMES, ...times });
  }
  const refund = (amount: bigint) =>
    world.run((tx) => world.services.refunds.request(tx, merchant.maker, { orderId, amount, reason: 'Returned' }));
  const now = async () => {
    const [found] = await world.refundsOf(orderId);
    if (!found) throw new Error('there is one');
    return found;
  };

  it('are sent, and paid when the channel says so', async () => {
    const { refund_no } = await refund(AMOUNT);
    expect(await processor().step()).toBe(1);
    expect(await now()).toMatchObject({ status: 'success', channel_refund_no: `S${refund_no}`, error_code: null });
    expect(calls).toEqual([`send ${refund_no}`]);
    expect(await merchant.wallet()).toEqual({ ...before, available: before.available - AMOUNT });
    expect(await processor().step()).toBe(0);
  });

  it('reach the channel with the refunded payment, amount and reason', async () => {
    const sent: ChannelRefund[] = [];
    const { refund_no, order_no } = await refund(AMOUNT);
    await processor({ send: async (told) => (sent.push(told), { status: 'accepted' }) }).step();
    expect(sent).toEqual([
      {
        merchantId: merchant.merchantId,
        orderNo: refund_no,
        refundedOrderNo: order_no,
        refundedChannelNo: 'CH1',
        amount: AMOUNT,
        payerAmount: AMOUNT,
        currency: 'CNY',
        reason: 'Returned',
      },
    ]);
  });

  it('return the money when they fail, say why and notify their creator', async () => {
    const { id } = await refund(AMOUNT + 13n);
    await processor().step();
    expect(await now()).toMatchObject({ status: 'failed', error_code: 'SANDBOX_DECLINED' });
    expect(await merchant.wallet()).toEqual(before);
    expect(await world.order(orderId)).toMatchObject({ refund_open_amount: 0n, refunded_amount: 0n });
    const told = await world.db.kysely
      .selectFrom('notifications')
      .where('kind', '=', 'refund_failed')
      .selectAll()
      .execute();
    expect(told).toMatchObject([{ user_id: merchant.maker.userId, data: { record_id: id, status: 'failed' } }]);
  });

  it('stay processing until the channel has a result, and are queried after 5 seconds', async () => {
    const { refund_no } = await refund(AMOUNT + 77n);
    const worker = processor();
    await worker.step();
    expect(await now()).toMatchObject({ status: 'processing' });
    world.clock.advance(4);
    expect(await worker.step()).toBe(0);
    world.clock.advance(1);
    expect(await worker.step()).toBe(1);
    expect([(await now()).status, calls]).toEqual(['success', [`send ${refund_no}`, `query ${refund_no}`]]);
  });

  const DOUBTFUL = {
    "doesn't know the outcome": async () => ({ status: 'unknown' as const, reason: 'HTTP 502' }),
    throws: async () => {
      throw new Error('socket hang up');
    },
    'never answers': () => new Promise<never>(() => {}),
  };
  it.each(Object.entries(DOUBTFUL))('stay processing while the channel %s', async (_name, answer) => {
    const { refund_no } = await refund(AMOUNT + 13n);
    const worker = processor({ send: answer, query: answer }, { answerMs: 10 });
    await worker.step();
    for (const pause of [5, 10, 20, 40]) {
      world.clock.advance(pause);
      expect(await worker.step()).toBe(1);
      expect(await now()).toMatchObject({ status: 'processing', error_code: null, finished_at: null });
    }
    expect(calls).toEqual([`send ${refund_no}`, ...Array.from({ length: 4 }, () => `query ${refund_no}`)]);
    expect((await merchant.wallet()).frozen).toBe(before.frozen + AMOUNT + 13n);
  });

  it('are queried, then sent, if a process died right before it sent one', async () => {
    const { id, refund_no, merchant_id } = await refund(AMOUNT);
    await refundJobs.sendTo(world.db.kysely, merchant_id, id, 'sandbox');
    await processor().step();
    expect([(await now()).status, calls]).toEqual(['success', [`query ${refund_no}`, `send ${refund_no}`]]);
  });

  it('are queried and not sent again if a process died after it had sent one', async () => {
    const { refund_no } = await refund(AMOUNT);
    let reached = () => {};
    const sent = new Promise<void>((resolve) => (reached = resolve));
    const dying = processor({
      send: async (told, signal) => {
        await sandbox.send(told, signal);
        reached();
        return new Promise<never>(() => {});
      },
    });
    void dying.step();
    await sent;
    const next = processor();
    expect(await next.step()).toBe(0);
    world.clock.advance(LEASE);
    expect(await next.step()).toBe(1);
    expect([(await now()).status, calls]).toEqual(['success', [`send ${refund_no}`, `query ${refund_no}`]]);
  });

  it('are neither sent nor queried if the channel now uses another bank', async () => {
    await refund(AMOUNT);
    await processor({ send: async () => ({ status: 'accepted' }) }).step();
    calls.length = 0;
    world.clock.advance(5);
    await processor({}, {}, 'another bank').step();
    expect([(await now()).status, calls]).toEqual(['processing', []]);
  });

  it('wait for an approval before they are sent to any channel', async () => {
    const wish = { orderId, amount: AMOUNT, reason: 'Returned' };
    await world.db.kysely.updateTable('merchants').set({ approval_threshold: 1n }).execute();
    const { id, refund_no } = await world.run((tx) => world.services.refunds.request(tx, merchant.maker, wish));
    await world.db.kysely
      .updateTable('merchants')
      .set({ approval_threshold: AMOUNT * 10n })
      .execute();
    expect(await processor().step()).toBe(0);
    await world.run((tx) => world.services.refunds.approve(tx, merchant.checker, id));
    expect(await processor().step()).toBe(1);
    expect([(await now()).status, calls]).toEqual(['success', [`send ${refund_no}`]]);
  });

  it('are each sent once, by any number of processes', async () => {
    const made = [];
    for (let part = 0; part < 12; part += 1) made.push(await refund(1_010n + BigInt(part)));
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const worker = processor();
        while ((await worker.step()) > 0);
      }),
    );
    expect(calls.toSorted()).toEqual(made.map(({ refund_no }) => `send ${refund_no}`).toSorted());
    const statuses = (await world.refundsOf(orderId)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['success', 'failed']));
  });
});

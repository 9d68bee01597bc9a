import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { answerOrUnknown } from '#server/gateway/channels/answerOrUnknown.ts';
import type { ChannelCollection, ChannelOrder } from '#server/gateway/channels/ChannelAdapter.ts';
import type { ChannelConnection } from '#server/gateway/channels/ChannelModule.ts';
import { httpBank } from '#server/gateway/channels/http-bank/httpBank.ts';
import { BANK_KEY_ID, BANK_SECRET, startBank, timesMoved, type BankProcess } from '#tests/support/bankProcess.ts';
import { TestClock } from '#tests/support/testClock.ts';
import { adapterContract, asWorker, newChannelPayout, newChannelRefund } from '../adapterContract.ts';
import { collectionAdapterContract, newChannelCollection } from '../collectionAdapterContract.ts';

const AMOUNTS = { paid: 10_000n, failed: 10_013n, waiting: 10_077n, large: 100_000n };
const SIGNAL = new AbortController().signal;
const CALLBACK_URL = 'http://127.0.0.1:1/gateway/callbacks/bank';

describe('http-bank, with the example bank as a process', () => {
  let bank: BankProcess;
  beforeAll(async () => {
    bank = await startBank();
  });
  afterEach(() => bank.faults([]));
  afterAll(() => bank.stop());

  function connect(changed: Partial<{ url: string; secret: string; timeoutMs: number }> = {}, clock = systemClock) {
    const settings = {
      url: bank.url,
      account: 'A-1',
      keyId: BANK_KEY_ID,
      secret: BANK_SECRET,
      timeoutMs: 10_000,
      allowHttp: false,
      ...changed,
    };
    return httpBank.connect(settings, { code: 'bank', clock, callbackUrl: CALLBACK_URL });
  }
  function payoutsOf({ payouts }: ChannelConnection) {
    if (!payouts) throw new Error('it pays out');
    return payouts;
  }
  function refundsOf({ refunds }: ChannelConnection) {
    if (!refunds) throw new Error('it refunds');
    return refunds;
  }
  function collectionsOf({ collections }: ChannelConnection) {
    if (!collections) throw new Error('it collects');
    return collections;
  }

  describe('pays out', () => {
    adapterContract({
      adapter: () => payoutsOf(connect()),
      amounts: AMOUNTS,
      order: async (amount, of) => newChannelPayout(amount, of),
      timesPaid: async (payout) => timesMoved(await bank.statement(), payout),
    });
  });

  describe('collects', () => {
    collectionAdapterContract({
      adapter: () => collectionsOf(connect()),
      amounts: AMOUNTS,
      timesPaid: async (order) => timesMoved(await bank.statement(), order),
    });
  });

  /** A collection order that its payer has paid. */
  async function paidCollection(of: Partial<ChannelCollection> = {}) {
    const order = newChannelCollection(AMOUNTS.large, of);
    await collectionsOf(connect()).open(order, SIGNAL);
    await bank.statement();
    return order;
  }
  async function refundOf(amount: bigint, of: Partial<ChannelOrder> = {}) {
    const { merchantId, orderNo: refundedOrderNo } = await paidCollection(
      of.merchantId ? { merchantId: of.merchantId } : {},
    );
    return newChannelRefund(amount, { merchantId, ...of, refundedOrderNo });
  }

  describe('refunds', () => {
    adapterContract({
      adapter: () => refundsOf(connect()),
      amounts: AMOUNTS,
      order: refundOf,
      timesPaid: async (refund) => timesMoved(await bank.statement(), refund),
    });

    it('nothing of a collection that is unknown to the bank, and no more than was paid', async () => {
      const adapter = refundsOf(connect());
      const refused = { status: 'failed', errorCode: 'NOT_REFUNDABLE' };
      expect(await adapter.send(newChannelRefund(AMOUNTS.paid), SIGNAL)).toMatchObject(refused);
      const { merchantId, orderNo: refundedOrderNo } = await paidCollection();
      const of = { merchantId, refundedOrderNo };
      const most = newChannelRefund(AMOUNTS.large, of);
      expect(await adapter.send(newChannelRefund(AMOUNTS.large + 1n, of), SIGNAL)).toMatchObject(refused);
      expect(await adapter.send(most, SIGNAL)).toMatchObject({ status: 'success' });
      expect(await adapter.send(newChannelRefund(1n, of), SIGNAL)).toMatchObject(refused);
      expect(timesMoved(await bank.statement(), most)).toBe(1);
    });
  });

  it.each([
    ['drop_before', 0],
    ['drop_after', 1],
    ['error_before', 0],
    ['error_after', 1],
    ['wrong_signature', 1],
    ['unsigned', 1],
    ['garbage', 1],
  ])('reports an unknown payout status after %s, and pays once in the end', async (fault, paid) => {
    const adapter = asWorker(payoutsOf(connect()), 20_000);
    const payout = newChannelPayout(AMOUNTS.paid);
    await bank.faults([fault]);
    expect(await adapter.send(payout)).toMatchObject({ status: 'unknown' });
    expect(timesMoved(await bank.statement(), payout)).toBe(paid);
    expect(await adapter.query(payout)).toMatchObject({ status: paid === 1 ? 'success' : 'not_found' });
    expect(await adapter.send(payout)).toMatchObject({ status: 'success' });
    expect(timesMoved(await bank.statement(), payout)).toBe(1);
  });

  it('stops waiting for a silent bank and reports an unknown outcome', async () => {
    const payout = newChannelPayout(AMOUNTS.paid);
    await bank.faults(['silent_after']);
    const adapter = asWorker(payoutsOf(connect({ timeoutMs: 200 })), 60_000);
    expect(await adapter.send(payout)).toMatchObject({ status: 'unknown', reason: expect.stringMatching(/timeout/) });
    // A slow bank may not have executed the call by then.
    await bank.faults([]);
    expect(await asWorker(payoutsOf(connect()), 60_000).send(payout)).toMatchObject({ status: 'success' });
    expect(timesMoved(await bank.statement(), payout)).toBe(1);
  });

  it('stops when it is aborted', async () => {
    await bank.faults(['silent_after']);
    const stopped = AbortSignal.abort();
    await expect(payoutsOf(connect()).send(newChannelPayout(AMOUNTS.paid), stopped)).rejects.toThrow(/aborted/);
  });

  it.each([
    ['with another secret', () => connect({ secret: 'x'.repeat(32) })],
    [
      'with a clock that is six minutes off',
      () => connect({}, new TestClock(new Date(Date.now() - 360_000).toISOString())),
    ],
    ['if the bank is unreachable', () => connect({ url: 'http://127.0.0.1:1' })],
  ])('reports an unknown outcome and moves nothing %s', async (_what, connection) => {
    const payout = newChannelPayout(AMOUNTS.paid);
    const collection = newChannelCollection(AMOUNTS.paid);
    const adapter = asWorker(payoutsOf(connection()), 20_000);
    expect([await adapter.send(payout), await adapter.query(payout)]).toMatchObject([UNKNOWN, UNKNOWN]);
    const open = (signal: AbortSignal) => collectionsOf(connection()).open(collection, signal);
    expect(await answerOrUnknown(open, 20_000)).toMatchObject(UNKNOWN);
    const statement = await bank.statement();
    expect([timesMoved(statement, payout), timesMoved(statement, collection)]).toEqual([0, 0]);
  });

  it('rejects another amount than the order’s', async () => {
    const order = newChannelCollection(AMOUNTS.paid);
    await collectionsOf(connect()).open(order, new AbortController().signal);
    const more = { ...order, payerAmount: 10_001n };
    const asked = (signal: AbortSignal) => collectionsOf(connect()).ask(more, signal);
    expect(await answerOrUnknown(asked, 20_000)).toEqual({
      status: 'unknown',
      reason: 'the bank has 10000 CNY instead of 10001 CNY',
    });
  });

  it('never prints its secret', async () => {
    const adapter = asWorker(payoutsOf(connect({ url: 'http://127.0.0.1:1' })), 20_000);
    expect(JSON.stringify([await adapter.send(newChannelPayout(1n)), connect().books])).not.toContain(BANK_SECRET);
  });
});

const UNKNOWN = { status: 'unknown' };

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerOrUnknown } from '#server/gateway/channels/answerOrUnknown.ts';
import type {
  ChannelOrder,
  ChannelPayout,
  ChannelRefund,
  SendingAdapter,
} from '#server/gateway/channels/ChannelAdapter.ts';

/** What the suite needs of the channel's test system. Amounts in minor units. */
export interface AdapterUnderTest<Sent extends ChannelOrder> {
  adapter(): SendingAdapter<Sent>;
  /** An order that the channel can pay. Its number is new unless `of` contains one. */
  order(amount: bigint, of?: Partial<ChannelOrder>): Promise<Sent>;
  /** How often the channel has paid an order according to its own books, not to the adapter. */
  timesPaid(order: Sent): Promise<number>;
  amounts: { paid: bigint; failed: bigint; waiting: bigint };
}

const SIGNAL = new AbortController().signal;

export function newChannelPayout(amount: bigint, overrides: Partial<ChannelPayout> = {}): ChannelPayout {
  return {
    merchantId: randomUUID(),
    orderNo: `P${randomUUID()}`,
    amount,
    payeeAmount: amount,
    currency: 'CNY',
    payeeName: 'Ana',
    cardNumber: '6222020200112233445',
    bankName: 'Bank',
    branchName: null,
    remark: null,
    ...overrides,
  };
}

/** A refund of a collection order of the same tenant. */
export function newChannelRefund(amount: bigint, overrides: Partial<ChannelRefund> = {}): ChannelRefund {
  return {
    merchantId: randomUUID(),
    orderNo: `F${randomUUID()}`,
    amount,
    payerAmount: amount,
    currency: 'CNY',
    refundedOrderNo: `C${randomUUID()}`,
    refundedChannelNo: null,
    reason: 'Returned',
    ...overrides,
  };
}

/** Declares the tests that every adapter must pass so that no payout or refund is lost or paid twice. */
export function adapterContract<Sent extends ChannelOrder>(under: AdapterUnderTest<Sent>): void {
  const { adapter, order, timesPaid, amounts } = under;
  const send = (sent: Sent) => adapter().send(sent, SIGNAL);
  const query = (sent: Sent) => adapter().query(sent, SIGNAL);

  it('pays what it is sent, and always returns the same answer', async () => {
    const payout = await order(amounts.paid);
    const answer = await send(payout);
    expect(answer).toEqual({ status: 'success', channelOrderNo: expect.stringMatching(/./) });
    expect([await query(payout), await query(payout)]).toEqual([answer, answer]);
    expect(await timesPaid(payout)).toBe(1);
  });

  it('has one effect per order number, sent again or concurrently', async () => {
    const payout = await order(amounts.paid);
    const answers = await Promise.all([send(payout), send(payout), send(payout)]);
    answers.push(await send(payout));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await timesPaid(payout)).toBe(1);
  });

  it('pays nothing for a failed order, returns code and message, and fails it again when it is sent again', async () => {
    const payout = await order(amounts.failed);
    const answer = await send(payout);
    expect(answer).toEqual({
      status: 'failed',
      errorCode: expect.stringMatching(/./),
      errorMessage: expect.stringMatching(/./),
    });
    expect([await query(payout), await send(payout)]).toEqual([answer, answer]);
    expect(await timesPaid(payout)).toBe(0);
  });

  it('accepts an order that takes longer, and pays it once', async () => {
    const payout = await order(amounts.waiting);
    expect([await send(payout), await send(payout)]).toEqual([{ status: 'accepted' }, { status: 'accepted' }]);
    let answer = await query(payout);
    for (let asked = 0; answer.status === 'processing' && asked < 100; asked += 1) answer = await query(payout);
    expect(answer).toMatchObject({ status: 'success' });
    expect(await send(payout)).toEqual(answer);
    expect(await timesPaid(payout)).toBe(1);
  });

  it('reports an order that it was never sent', async () => {
    expect(await query(await order(amounts.paid))).toEqual({ status: 'not_found' });
  });

  it('reports an unknown outcome if the channel has another amount than the order', async () => {
    const payout = await order(amounts.paid);
    await send(payout);
    const { merchantId, orderNo } = payout;
    const more = await order(amounts.paid + 1n, { merchantId, orderNo });
    const worker = asWorker(adapter(), 20_000);
    expect([await worker.query(more), await worker.send(more)]).toMatchObject([
      { status: 'unknown' },
      { status: 'unknown' },
    ]);
    expect(await timesPaid(payout)).toBe(1);
  });

  it('keeps the orders of tenants apart', async () => {
    const payout = await order(amounts.paid);
    const foreign = await order(amounts.paid, { merchantId: randomUUID(), orderNo: payout.orderNo });
    await send(payout);
    expect(await query(foreign)).toEqual({ status: 'not_found' });
    await send(foreign);
    expect([await timesPaid(payout), await timesPaid(foreign)]).toEqual([1, 1]);
  });
}

/** Calls an adapter the way the workers do. */
export function asWorker<Sent extends ChannelOrder>(adapter: SendingAdapter<Sent>, answerMs: number) {
  return {
    send: (sent: Sent) => answerOrUnknown((signal) => adapter.send(sent, signal), answerMs),
    query: (sent: Sent) => answerOrUnknown((signal) => adapter.query(sent, signal), answerMs),
  };
}

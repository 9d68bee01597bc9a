import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ChannelAdapter, ChannelPayout } from '#server/gateway/channels/ChannelAdapter.ts';

/** What the suite needs of the channel's test system. Amounts in minor units. */
export interface AdapterUnderTest {
  adapter(): ChannelAdapter;
  /** How often the channel has paid an order: by its own books, not by what the adapter answers. */
  timesPaid(payout: ChannelPayout): Promise<number>;
  amounts: { paid: bigint; failed: bigint; waiting: bigint };
}

const SIGNAL = new AbortController().signal;

export function newChannelPayout(amount: bigint, overrides: Partial<ChannelPayout> = {}): ChannelPayout {
  return {
    ...{ merchantId: randomUUID(), orderNo: `P${randomUUID()}`, amount, payeeAmount: amount, currency: 'CNY' },
    ...{ payeeName: 'Ana', cardNumber: '6222020200112233445', bankName: 'Bank', branchName: null, remark: null },
    ...overrides,
  };
}

/** What every adapter must do so that no payout is lost or paid twice. */
export function adapterContract({ adapter, timesPaid, amounts }: AdapterUnderTest): void {
  const send = (payout: ChannelPayout) => adapter().send(payout, SIGNAL);
  const query = (payout: ChannelPayout) => adapter().query(payout, SIGNAL);

  it('pays what it is sent, and says the same whenever it is asked', async () => {
    const payout = newChannelPayout(amounts.paid);
    const answer = await send(payout);
    expect(answer).toEqual({ status: 'success', channelOrderNo: expect.stringMatching(/./) });
    expect([await query(payout), await query(payout)]).toEqual([answer, answer]);
    expect(await timesPaid(payout)).toBe(1);
  });

  it('has one effect of one order number, sent again or twice at once', async () => {
    const payout = newChannelPayout(amounts.paid);
    const answers = await Promise.all([send(payout), send(payout), send(payout)]);
    answers.push(await send(payout));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await timesPaid(payout)).toBe(1);
  });

  it('pays nothing of what fails, with a code and a message, also when it is sent again', async () => {
    const payout = newChannelPayout(amounts.failed);
    const answer = await send(payout);
    expect(answer).toEqual({
      ...{ status: 'failed', errorCode: expect.stringMatching(/./), errorMessage: expect.stringMatching(/./) },
    });
    expect([await query(payout), await send(payout)]).toEqual([answer, answer]);
    expect(await timesPaid(payout)).toBe(0);
  });

  it('accepts what takes longer, and pays it once', async () => {
    const payout = newChannelPayout(amounts.waiting);
    expect([await send(payout), await send(payout)]).toEqual([{ status: 'accepted' }, { status: 'accepted' }]);
    let answer = await query(payout);
    for (let asked = 0; answer.status === 'processing' && asked < 100; asked += 1) answer = await query(payout);
    expect(answer).toMatchObject({ status: 'success' });
    expect(await send(payout)).toEqual(answer);
    expect(await timesPaid(payout)).toBe(1);
  });

  it('says so when it was never sent an order', async () => {
    expect(await query(newChannelPayout(amounts.paid))).toEqual({ status: 'not_found' });
  });

  it('keeps the orders of tenants apart', async () => {
    const payout = newChannelPayout(amounts.paid);
    const foreign = { ...payout, merchantId: randomUUID() };
    await send(payout);
    expect(await query(foreign)).toEqual({ status: 'not_found' });
    await send(foreign);
    expect([await timesPaid(payout), await timesPaid(foreign)]).toEqual([1, 1]);
  });
}

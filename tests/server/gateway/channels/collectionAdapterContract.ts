import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AskAnswer, ChannelCollection, CollectionAdapter } from '#server/gateway/channels/ChannelAdapter.ts';

/** What the suite needs of the channel's test system. Amounts in minor units. */
export interface CollectionAdapterUnderTest {
  adapter(): CollectionAdapter;
  /** How often the channel has been paid for an order: by its own books, not by what the adapter answers. */
  timesPaid(order: ChannelCollection): Promise<number>;
  /** `waiting` is one that nobody pays while the suite runs. */
  amounts: { paid: bigint; failed: bigint; waiting: bigint };
}

const SIGNAL = new AbortController().signal;

export function newChannelCollection(amount: bigint, overrides: Partial<ChannelCollection> = {}): ChannelCollection {
  return {
    ...{ merchantId: randomUUID(), orderNo: `C${randomUUID()}`, amount, payerAmount: amount, currency: 'CNY' },
    ...{ subject: null, payerName: null, clientIp: null, returnUrl: null, expiresAt: null, asked: false },
    ...overrides,
  };
}

/** What every adapter must do so that no merchant is credited with what is not there, or misses what is. */
export function collectionAdapterContract({ adapter, timesPaid, amounts }: CollectionAdapterUnderTest): void {
  const open = (order: ChannelCollection) => adapter().open(order, SIGNAL);
  const ask = (order: ChannelCollection) => adapter().ask(order, SIGNAL);
  const close = (order: ChannelCollection) => adapter().close(order, SIGNAL);
  async function asked(order: ChannelCollection): Promise<AskAnswer> {
    let answer = await ask(order);
    for (let times = 1; answer.status === 'waiting' && times < 100; times += 1) answer = await ask(order);
    return answer;
  }

  it('says that an order is paid once it is, and the same whenever it is asked', async () => {
    const order = newChannelCollection(amounts.paid);
    expect(['waiting', 'success']).toContain((await open(order)).status);
    const answer = await asked(order);
    expect(answer).toEqual({ status: 'success', channelOrderNo: expect.stringMatching(/./) });
    expect([await ask(order), await open(order)]).toEqual([answer, answer]);
    expect(await timesPaid(order)).toBe(1);
  });

  it('opens one order of one number, told again or twice at once', async () => {
    const order = newChannelCollection(amounts.paid);
    await Promise.all([open(order), open(order), open(order)]);
    await asked(order);
    await open(order);
    expect(await timesPaid(order)).toBe(1);
  });

  it('says where the payer of an order pays, the same whenever it is told or asked, and nobody else', async () => {
    const orders = [newChannelCollection(amounts.waiting), newChannelCollection(amounts.waiting)];
    const addresses = await Promise.all(
      orders.map(async (order) => {
        const answers = [...(await Promise.all([open(order), open(order)])), await ask(order), await open(order)];
        const told = answers.map((answer) => (answer.status === 'waiting' ? answer.payUrl : answer.status));
        expect(new Set(told).size).toBe(1);
        return told[0] ?? null;
      }),
    );
    const pages = addresses.filter((address) => address !== null);
    for (const page of pages) expect(page).toMatch(/^https?:\/\//);
    expect(new Set(pages).size).toBe(pages.length);
  });

  it('is paid nothing for what fails, with a code and a message', async () => {
    const order = newChannelCollection(amounts.failed);
    await open(order);
    const failed = { errorCode: expect.stringMatching(/./), errorMessage: expect.stringMatching(/./) };
    expect([await asked(order), await open(order)]).toEqual([
      { status: 'failed', ...failed },
      { status: 'failed', ...failed },
    ]);
    expect(await timesPaid(order)).toBe(0);
  });

  it('closes what nobody has paid, for good', async () => {
    const order = newChannelCollection(amounts.waiting);
    await open(order);
    expect([await close(order), await close(order)]).toEqual([{ status: 'closed' }, { status: 'closed' }]);
    for (const answer of [await open(order), await ask(order)]) expect(answer.status).toBe('failed');
    expect(await timesPaid(order)).toBe(0);
  });

  it('answers success when it is to close what was paid meanwhile', async () => {
    const order = newChannelCollection(amounts.paid);
    await open(order);
    const answer = await asked(order);
    expect(await close(order)).toEqual(answer);
    expect(await timesPaid(order)).toBe(1);
  });

  it('closes what it was never told of, so that an opening under way comes too late', async () => {
    const order = newChannelCollection(amounts.paid);
    expect(await close(order)).toEqual({ status: 'closed' });
    expect((await open(order)).status).toBe('failed');
    expect(await timesPaid(order)).toBe(0);
  });

  it('says so when it was never told of an order', async () => {
    expect(await ask(newChannelCollection(amounts.paid))).toEqual({ status: 'not_found' });
  });

  it('keeps the orders of tenants apart', async () => {
    const order = newChannelCollection(amounts.paid);
    const foreign = { ...order, merchantId: randomUUID() };
    await open(order);
    expect(await ask(foreign)).toEqual({ status: 'not_found' });
    expect(await close(foreign)).toEqual({ status: 'closed' });
    expect((await asked(order)).status).toBe('success');
  });
}

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AskAnswer, ChannelCollection, CollectionAdapter } from '#server/gateway/channels/ChannelAdapter.ts';

/** What the suite needs of the channel's test system. Amounts in minor units. */
export interface CollectionAdapterUnderTest {
  adapter(): CollectionAdapter;
  /** How often the channel has been paid for an order according to its own books, not to the adapter. */
  timesPaid(order: ChannelCollection): Promise<number>;
  /** An order of `waiting` isn't paid while the suite runs. */
  amounts: { paid: bigint; failed: bigint; waiting: bigint };
}

const SIGNAL = new AbortController().signal;

export function newChannelCollection(amount: bigint, overrides: Partial<ChannelCollection> = {}): ChannelCollection {
  return {
    merchantId: randomUUID(),
    orderNo: `C${randomUUID()}`,
    amount,
    payerAmount: amount,
    currency: 'CNY',
    subject: null,
    payerName: null,
    clientIp: null,
    returnUrl: null,
    expiresAt: null,
    asked: false,
    ...overrides,
  };
}

/**
 * Declares the tests that every adapter must pass so that no merchant is credited without a payment, or not credited
 * for one.
 */
export function collectionAdapterContract({ adapter, timesPaid, amounts }: CollectionAdapterUnderTest): void {
  const open = (order: ChannelCollection) => adapter().open(order, SIGNAL);
  const ask = (order: ChannelCollection) => adapter().ask(order, SIGNAL);
  const close = (order: ChannelCollection) => adapter().close(order, SIGNAL);
  async function asked(order: ChannelCollection): Promise<AskAnswer> {
    let answer = await ask(order);
    for (let times = 1; answer.status === 'waiting' && times < 100; times += 1) answer = await ask(order);
    return answer;
  }

  it('reports a paid order, and always returns the same answer', async () => {
    const order = newChannelCollection(amounts.paid);
    expect(['waiting', 'success']).toContain((await open(order)).status);
    const answer = await asked(order);
    expect(answer).toEqual({ status: 'success', channelOrderNo: expect.stringMatching(/./) });
    expect([await ask(order), await open(order)]).toEqual([answer, answer]);
    expect(await timesPaid(order)).toBe(1);
  });

  it('opens one order per number, sent again or concurrently', async () => {
    const order = newChannelCollection(amounts.paid);
    await Promise.all([open(order), open(order), open(order)]);
    await asked(order);
    await open(order);
    expect(await timesPaid(order)).toBe(1);
  });

  it('returns the same payment address in every answer, and a different one for each order', async () => {
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

  it('receives nothing for a failed order, and returns code and message', async () => {
    const order = newChannelCollection(amounts.failed);
    await open(order);
    const failed = { errorCode: expect.stringMatching(/./), errorMessage: expect.stringMatching(/./) };
    expect([await asked(order), await open(order)]).toEqual([
      { status: 'failed', ...failed },
      { status: 'failed', ...failed },
    ]);
    expect(await timesPaid(order)).toBe(0);
  });

  it('closes an unpaid order for good', async () => {
    const order = newChannelCollection(amounts.waiting);
    await open(order);
    expect([await close(order), await close(order)]).toEqual([{ status: 'closed' }, { status: 'closed' }]);
    for (const answer of [await open(order), await ask(order)]) expect(answer.status).toBe('failed');
    expect(await timesPaid(order)).toBe(0);
  });

  it('answers success when asked to close an order that has been paid', async () => {
    const order = newChannelCollection(amounts.paid);
    await open(order);
    const answer = await asked(order);
    expect(await close(order)).toEqual(answer);
    expect(await timesPaid(order)).toBe(1);
  });

  it('closes an order that it was never sent, so that a delayed opening fails', async () => {
    const order = newChannelCollection(amounts.paid);
    expect(await close(order)).toEqual({ status: 'closed' });
    expect((await open(order)).status).toBe('failed');
    expect(await timesPaid(order)).toBe(0);
  });

  it('reports an order that it was never sent', async () => {
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

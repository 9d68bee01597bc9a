import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BANK_KEY_ID, BANK_SECRET } from '#tests/support/bankProcess.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { signatureOf } from '../../../../../examples/bank/bankSigning.ts';
import { textOf } from '../../../modules/gateway/gatewayWorld.ts';
import { bankWorld, COLLECTING, PAYING_OUT, type BankWorld } from './bankWorld.ts';

describe('callbacks of the bank', () => {
  let world: BankWorld;
  let orders = 0;
  beforeAll(async () => {
    world = await bankWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());

  /** Places an order that waits for its payer and that no worker is due to look at. */
  async function waiting() {
    orders += 1;
    const wish = { merchant_order_no: `W-${orders}`, amount: '12377', channel: COLLECTING };
    const { data } = await world.ask('collect', wish);
    expect(data['status']).toBe('pending');
    await world.bank.statement();
    await world.collecting.step();
    return { orderNo: textOf(data['order_no']), page: textOf(data['pay_url']) };
  }
  async function statusOf(orderNo: string): Promise<string | undefined> {
    const order = world.db.kysely.selectFrom('orders').where('order_no', '=', orderNo).select('status');
    return (await order.executeTakeFirst())?.status;
  }
  const referenceOf = (orderNo: string) => `${world.merchantUuid}.${orderNo}`;
  function callback(reference: string, change: { code?: string; key?: string; secret?: string; offMs?: number } = {}) {
    const { code = COLLECTING, key = BANK_KEY_ID, secret = BANK_SECRET, offMs = 0 } = change;
    const payload = JSON.stringify({ type: 'collection', reference, status: 'paid' });
    const [timestamp, nonce] = [String(Math.floor((Date.now() + offMs) / 1000)), randomBytes(16).toString('hex')];
    const signature = signatureOf(secret, { kind: 'callback', timestamp, nonce, about: '', body: payload });
    return world.app.inject({
      method: 'POST',
      url: `/gateway/callbacks/${code}`,
      payload,
      headers: {
        'content-type': 'application/json',
        'bank-key': key,
        'bank-timestamp': timestamp,
        'bank-nonce': nonce,
        'bank-signature': signature,
      },
    });
  }

  it('settle an order as soon as its payer has paid', async () => {
    const { orderNo, page } = await waiting();
    expect(await world.collecting.step()).toBe(0);
    await fetch(page, { method: 'POST' });
    await world.bank.statement();
    expect(await world.collecting.step()).toBe(1);
    expect(await statusOf(orderNo)).toBe('success');
    expect((await callback(referenceOf(orderNo))).statusCode).toBe(200);
    expect(await world.collecting.step()).toBe(0);
  });

  it('are never trusted: the bank is queried, once however many arrive', async () => {
    const { orderNo } = await waiting();
    const answers = await Promise.all([1, 2, 3].map(() => callback(referenceOf(orderNo))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await world.collecting.step()).toBe(1);
    expect([await statusOf(orderNo), await world.collecting.step()]).toEqual(['pending', 0]);
  });

  it.each([
    ['another secret', { secret: 'x'.repeat(40) }],
    ['another key', { key: 'somebody' }],
    ['the time of six minutes ago', { offMs: -360_000 }],
    ['the time in six minutes', { offMs: 360_000 }],
  ])('are rejected with %s, and nothing is done', async (_what, change) => {
    const { orderNo } = await waiting();
    const { statusCode, body } = await callback(referenceOf(orderNo), change);
    expect([statusCode, body.includes(BANK_SECRET)]).toEqual([401, false]);
    expect(await world.collecting.step()).toBe(0);
  });

  it('do nothing to orders of another channel, or to unknown orders', async () => {
    const { orderNo } = await waiting();
    const answers = [
      await callback(referenceOf(orderNo), { code: PAYING_OUT }),
      ...(await Promise.all([referenceOf('C0'), 'no-reference', `${world.merchantUuid}.`].map((one) => callback(one)))),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await world.collecting.step()).toBe(0);
  });

  it('are rejected by a channel without an adapter', async () => {
    expect((await callback('x', { code: 'cn_qr_xin' })).statusCode).toBe(404);
  });
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, gatewayWorld, type GatewayWorld, MERCHANT, OTHER, refusalOf } from './gatewayWorld.ts';

const NONCE_USED = { status: 409, error: 'nonce_used' };

describe('concurrent collection calls', () => {
  let world: GatewayWorld;
  const sent: string[] = [];

  beforeAll(async () => {
    const send = pg.Client.prototype.query;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function query(this: pg.Client, ...given: unknown[]) {
      const [statement] = given;
      if (typeof statement === 'object' && statement !== null && 'text' in statement) sent.push(String(statement.text));
      return Reflect.apply(send, this, given);
    });
    world = await gatewayWorld('postgres');
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  const order = (number: string, amount = '12300') => ({ channel: 'cn_qr_yun', amount, merchant_order_no: number });

  async function orders(): Promise<string[]> {
    const rows = await world.db.kysely
      .selectFrom('orders')
      .where('merchant_order_no', 'like', 'same-%')
      .selectAll()
      .execute();
    return rows.map((row) => row.merchant_order_no).toSorted();
  }

  async function calls(parameters: readonly Record<string, string>[], merchantNo = MERCHANT): Promise<Answer[]> {
    const key = await world.keyOf(merchantNo);
    const signed = parameters.map((own) => world.signed({ ...world.common(merchantNo), ...own }, key));
    return Promise.all(signed.map((call) => world.send('collect', call)));
  }

  it('are written together, each with its own order and payment page', async () => {
    await calls([order('first')]);
    sent.length = 0;
    const answers = await calls(Array.from({ length: 40 }, (_, place) => order(`alone-${place}`)));
    expect(answers.map(({ status, data }) => [status, data['merchant_order_no']])).toEqual(
      answers.map((_, place) => [201, `alone-${place}`]),
    );
    expect(new Set(answers.map(({ data }) => data['pay_url'])).size).toBe(40);
    const writing = sent.filter((text) => text.includes('insert into orders'));
    expect(writing.length).toBeGreaterThan(0);
    expect(writing.length).toBeLessThan(20);
  });

  it('with one number have one order, and those with other parameters are rejected', async () => {
    const answers = await calls([
      ...Array.from({ length: 8 }, () => order('same-1')),
      ...Array.from({ length: 8 }, () => order('same-2')),
      order('same-3', '12300'),
      order('same-3', '45600'),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 200)).toHaveLength(14);
    expect(new Set(statuses.slice(16))).toEqual(new Set([201, 409]));
    expect(new Set(answers.slice(0, 8).map(({ data }) => data['order_no'])).size).toBe(1);
    expect(await orders()).toEqual(['same-1', 'same-2', 'same-3']);
  });

  it('with one nonce are accepted once, without harm to others', async () => {
    const { nonce = '' } = world.common(MERCHANT);
    const answers = await calls([
      ...Array.from({ length: 5 }, (_, place) => ({ ...order(`nonce-${place}`), nonce })),
      order('beside-1'),
      order('beside-2'),
    ]);
    const refused = answers.slice(0, 5).filter(({ status }) => status !== 201);
    expect(refused.map(refusalOf)).toEqual([NONCE_USED, NONCE_USED, NONCE_USED, NONCE_USED]);
    expect(answers.slice(5).map(({ status }) => status)).toEqual([201, 201]);
  });

  it('of several merchants may use the same nonce and number', async () => {
    const { nonce = '' } = world.common(MERCHANT);
    const shared = { ...order('shared'), nonce };
    const channel = await world.db.kysely
      .selectFrom('channels')
      .where('merchant_id', '=', await world.merchantId(OTHER))
      .where('type', '=', 'collection')
      .where('status', '=', 'enabled')
      .select(['code', 'min_amount'])
      .executeTakeFirstOrThrow();
    const others = { ...shared, channel: channel.code, amount: String(channel.min_amount) };
    const answers = await Promise.all([calls([shared]), calls([others], OTHER)]);
    expect(answers.flat().map(({ status }) => status)).toEqual([201, 201]);
  });
});

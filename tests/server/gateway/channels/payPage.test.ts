import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, OTHER, textOf, type GatewayWorld, type Parameters } from '../../modules/gateway/gatewayWorld.ts'; // prettier-ignore

const RETURN_URL = 'https://shop.example.com/thanks?a=1&b="2"';
const ORDER = { channel: 'cn_qr_yun', amount: '12300', subject: '<b>茶</b> & tea', return_url: encodeURI(RETURN_URL) };

describe('the payment page of a payer', () => {
  let world: GatewayWorld;
  let merchantId: string;
  let numbers = 0;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE, { publicUrl: 'https://pay.example.com' });
    merchantId = await world.merchantId(MERCHANT);
  });
  afterAll(() => world.close());

  /**
   * Places an order.
   * @returns its number and the path of its page
   */
  async function place(change: Parameters = {}): Promise<{ no: string; path: string }> {
    const no = `PAGE-${(numbers += 1)}`;
    const { data } = await world.ask('collect', { ...ORDER, merchant_order_no: no, ...change });
    return { no, path: new URL(textOf(data['pay_url'])).pathname };
  }
  const look = async (path: string, language = 'en') => {
    const answer = await world.app.inject({ url: path, headers: { 'accept-language': language } });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body };
  };
  const press = (path: string, decision: string) =>
    world.app.inject({
      method: 'POST',
      url: path,
      payload: `decision=${decision}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const work = async () => {
    while ((await world.collecting.step()) > 0);
  };
  const orderOf = (no: string) =>
    world.db.kysely
      .selectFrom('orders')
      .where('merchant_order_no', '=', no)
      .select(['status', 'error_code', 'arrival_amount', 'id'])
      .executeTakeFirstOrThrow();
  const available = async () =>
    (
      await world.db.kysely
        .selectFrom('wallets')
        .where('merchant_id', '=', merchantId)
        .where('currency', '=', 'CNY')
        .select('available')
        .executeTakeFirstOrThrow()
    ).available;
  const titleOf = (page: string) => /<title>(.*)<\/title>/.exec(page)?.[1];

  it('has an address that the call returns while the order is pending', async () => {
    const { no, path } = await place();
    expect(path).toMatch(/^\/gateway\/pay\/[\w-]{64}$/);
    const again = await world.ask('collect', { ...ORDER, merchant_order_no: no });
    const asked = () => world.ask('query', { type: 'collect', merchant_order_no: no });
    expect([again, await asked()].map(({ data }) => data['pay_url'])).toEqual(
      Array(2).fill(`https://pay.example.com${path}`),
    );
    world.clock.advance(5);
    await work();
    expect((await asked()).data).toMatchObject({ status: 'success', pay_url: null });
  });

  it('shows merchant, amount, subject and the remaining time', async () => {
    const { no, path } = await place({ amount: '1234577' });
    const { status, headers, text } = await look(path, 'es-MX,es;q=0.9,en;q=0.8');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
      ),
    });
    const { name } = await world.db.kysely.selectFrom('merchants').where('merchant_id', '=', merchantId).select('name').executeTakeFirstOrThrow(); // prettier-ignore
    for (const shown of [`Pagar a ${name}`, '12,345.77 CNY', no, '&lt;b&gt;茶&lt;/b&gt; &amp; tea', '30 minutos']) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain('<script');
    expect(text).not.toContain(RETURN_URL);
  });

  it('leaves the outcome to the payer once it was opened, also if the merchant queries the order', async () => {
    const { no, path } = await place();
    await look(path);
    world.clock.advance(60);
    await work();
    await world.ask('query', { type: 'collect', merchant_order_no: no });
    await work();
    expect((await orderOf(no)).status).toBe('pending');
    const pressed = await press(path, 'pay');
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, path]);
    await work();
    expect((await orderOf(no)).status).toBe('success');
    const { text } = await look(path);
    expect(titleOf(text)).toBe('Payment successful');
    expect(text).toContain('href="https://shop.example.com/thanks?a=1&amp;b=%222%22"');
  });

  it('fails the order when the payer declines; pressing again shows the same', async () => {
    const before = await available();
    const { no, path } = await place();
    await press(path, 'decline');
    await press(path, 'pay');
    await work();
    expect(await orderOf(no)).toMatchObject({ status: 'failed', error_code: 'SANDBOX_PAYER_DECLINED' });
    expect(titleOf((await look(path)).text)).toBe('Payment failed');
    expect(await available()).toBe(before);
  });

  it('has one effect, however often and by however many workers concurrently it is pressed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await available();
      const { no, path } = await place();
      await look(path);
      const presses = ['pay', 'decline', 'pay', 'pay', 'decline'].map((decision) => press(path, decision));
      const answers = await Promise.all([...presses, work(), work()].map(async (one) => (await one)?.statusCode));
      expect(answers).toEqual([303, 303, 303, 303, 303, undefined, undefined]);
      await work();
      const { status, arrival_amount } = await orderOf(no);
      const title = titleOf((await look(path)).text);
      expect([status, title]).toEqual(
        status === 'success' ? ['success', 'Payment successful'] : ['failed', 'Payment failed'],
      );
      expect(await available()).toBe(status === 'success' ? before + arrival_amount : before);
    }
    expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
  });

  it('ends when the order expires, even if the channel has not closed it yet', async () => {
    const { no, path } = await place({ amount: '12377' });
    await look(path);
    world.clock.advance(30 * 60);
    await press(path, 'pay');
    expect(titleOf((await look(path)).text)).toBe('This payment link has expired');
    await work();
    expect((await orderOf(no)).status).toBe('closed');
    expect(titleOf((await look(path)).text)).toBe('This payment link has expired');
  });

  it('shows the outcome that the sandbox has decided by its rule', async () => {
    const { data } = await world.ask('collect', { ...ORDER, merchant_order_no: 'PAGE-RULE', amount: '12313' });
    expect(data).toMatchObject({ status: 'failed', error_code: 'SANDBOX_DECLINED', pay_url: null });
  });

  it('ignores invalid decisions', async () => {
    const { no, path } = await place();
    for (const decision of ['', 'PAY', 'pay&decision=decline'.slice(3), 'null']) await press(path, decision);
    await work();
    expect((await orderOf(no)).status).toBe('pending');
  });

  it("isn't found with any other token", async () => {
    const { path } = await place();
    const token = path.split('/').at(-1) ?? '';
    const foreign = Buffer.from(token, 'base64url');
    Buffer.from((await world.merchantId(OTHER)).replaceAll('-', ''), 'hex').copy(foreign);
    const tokens = [
      foreign.toString('base64url'),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.slice(1),
      '',
      'x',
      `${token}/x`,
      `${token}%00`,
      '%F0%9F%92%B3',
      'a'.repeat(600),
      '../collect',
      "'; drop table orders",
    ];
    for (const wrong of tokens) {
      for (const answer of [
        await look(`/gateway/pay/${encodeURI(decodeURI(wrong))}`),
        await press(`/gateway/pay/${encodeURI(wrong)}`, 'pay').then(({ statusCode: status, headers, body: text }) => ({
          status,
          headers,
          text,
        })),
      ]) {
        // prettier-ignore
        expect([wrong, answer.status]).toEqual([wrong, wrong === '../collect' ? answer.status : 404]);
        expect(answer.status).toBeLessThan(500);
      }
    }
  });
});

describe('the payment pages', () => {
  it('are limited in number per minute and address, and show that as a page', async () => {
    const limits = { perMinute: 1_000_000, signInsPerMinute: 1_000_000, payPagesPerMinute: 3 };
    const world = await gatewayWorld(USUAL_DATABASE, { limits });
    const statuses: number[] = [];
    let last = '';
    for (let times = 0; times < 4; times += 1) {
      const answer = await world.app.inject({ url: '/gateway/pay/x', headers: { 'accept-language': 'ja' } });
      statuses.push(answer.statusCode);
      last = `${String(answer.headers['retry-after'])} ${answer.body}`;
    }
    expect(statuses).toEqual([404, 404, 404, 429]);
    expect(last).toMatch(/^\d+ <!doctype html>[^]*アクセスが多すぎます/);
    expect((await world.ask('query', { type: 'collect', merchant_order_no: 'none' })).status).toBe(404);
    await world.close();
  });
});

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { withdrawer } from '#tests/server/reliability/moneyCaller.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld } from './modules/gateway/gatewayWorld.ts';

/**
 * Round trips to PostgreSQL that each call may take, without those of its channel's sandbox. The numbers only shrink: a
 * call that takes more fails, and one that takes fewer asks to lower its number here.
 */
const BUDGETS = {
  collect: 2,
  payout: 7,
  query: 2,
  settle: 5,
  refund: 9,
  withdraw: 11,
  'request a payment': 12,
  'approve a payment': 14,
  'list a page': 3,
  // One for the directory, so that the statements after it name the tenant.
  'sign in': 12,
};

type Call = keyof typeof BUDGETS;

/** Rarely, a call needs a few more or fewer, so a number must be lowered only if it is further away. */
const SLACK = 1;

/** Written once a second, apart from the calls that they are about, or read twice a second: the tenants with due jobs. */
const APART = /\b(api_calls|call_counts)\b|^\s*select merchant_id, count\(\*\)::integer as due from/;
const OF_CHANNEL = /\bsandbox_/;

describe('the round trips of calls', () => {
  const counting = new AsyncLocalStorage<string[]>();
  let world: GatewayWorld;
  let merchantId: string;
  const tokens: Record<string, string> = {};
  const acts: Partial<Record<Call, () => Promise<{ status: number }>>> = {};
  /** What a call needs each time. */
  const before: Partial<Record<Call, () => Promise<void>>> = {};

  beforeAll(async () => {
    const send = pg.Client.prototype.query;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function query(this: pg.Client, ...given: unknown[]) {
      counting.getStore()?.push(textOf(given[0]));
      return Reflect.apply(send, this, given);
    });
    world = await gatewayWorld('postgres');
    merchantId = await world.merchantId(MERCHANT);
    for (const name of ['demo', 'checker']) tokens[name] = (await world.signIn(name)).login_token;
    await prepare();
  }, 180_000);
  afterAll(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  async function post(user: string, url: string, payload: object) {
    const answer = await world.call({
      method: 'POST',
      url: `/prod-api/${url}`,
      payload,
      token: tokens[user] ?? '',
      headers: { 'idempotency-key': randomUUID() },
    });
    const { data } = answerSchema.parse(answer.json());
    return { status: answer.statusCode, id: data.id ?? '' };
  }

  /** Orders, requests and texts that the calls need. */
  async function prepare() {
    const order = () => ({ channel: 'cn_qr_yun', amount: '12300', merchant_order_no: randomUUID() });
    const paid = order();
    await world.ask('collect', { ...paid, merchant_order_no: 'PAID' });
    world.clock.advance(10);
    while ((await world.collecting.step()) > 0);
    const { id: channel_id, min_amount } = await world.db.kysely
      .selectFrom('channels')
      .where('merchant_id', '=', merchantId)
      .where('type', '=', 'payout')
      .where('status', '=', 'enabled')
      .select(['id', 'min_amount'])
      .executeTakeFirstOrThrow();
    await world.db.kysely
      .updateTable('merchants')
      .set({ approval_threshold: min_amount })
      .where('merchant_id', '=', merchantId)
      .execute();
    const payee = { payee_name: '王芳', card_number: '6222020200112233445', bank_name: '工商银行' };
    const payment = { channel_id, ...payee, amount: String(min_amount + 1n), pay_password: DEMO_PAY_PASSWORD };
    const requestPayment = () => post('demo', 'payment-requests', payment);
    const requests: string[] = [];
    for (let request = 0; request < 4; request += 1) requests.push((await requestPayment()).id);
    const { withdraw, newKey } = await withdrawer(world, tokens['demo'] ?? '');
    const key = await world.keyOf(MERCHANT);
    const ask = (call: string, parameters: Record<string, string>) =>
      world.send(call, world.signed({ ...world.common(MERCHANT), ...parameters }, key));
    acts.collect = () => ask('collect', order());
    acts.payout = () => ask('payout', { ...payee, ...order(), channel: 'cn_payout_bank' });
    acts.query = () => ask('query', { type: 'collect', merchant_order_no: 'PAID' });
    acts.refund = () =>
      ask('refund', { merchant_order_no: 'PAID', merchant_refund_no: randomUUID(), amount: '100', reason: 'Returned' });
    acts.withdraw = () => withdraw(newKey());
    acts['request a payment'] = requestPayment;
    acts['approve a payment'] = () =>
      post('checker', `payment-requests/${requests.shift() ?? ''}/approve`, { pay_password: DEMO_PAY_PASSWORD });
    acts.settle = async () => {
      const steps = await world.collecting.step();
      return { status: steps === 1 ? 200 : 500 };
    };
    before.settle = async () => {
      world.clock.advance(10);
      while ((await world.collecting.step()) > 0);
      await ask('collect', order());
      world.clock.advance(10);
    };
    acts['list a page'] = async () => ({
      status: (await world.call({ url: '/prod-api/orders?range=[0,29]', token: tokens['demo'] ?? '' })).statusCode,
    });
    acts['sign in'] = async () => {
      await world.signInUnconfirmed('demo');
      return { status: 200 };
    };
  }

  /** The statements that a call sends once its texts are prepared and the merchant is known. */
  async function sentBy(call: Call): Promise<string[]> {
    let sent: string[] = [];
    for (let time = 0; time < 4; time += 1) {
      await before[call]?.();
      const texts: string[] = [];
      const answer = await counting.run(texts, async () => acts[call]?.());
      expect(answer?.status).toBeLessThan(300);
      sent = texts.filter((text) => !APART.test(text) && !OF_CHANNEL.test(text));
    }
    return sent;
  }

  it.each(Object.keys(BUDGETS).filter(isCall))('%s', async (call) => {
    const sent = await sentBy(call);
    const most = BUDGETS[call];
    expect(sent.length, `more than the budget:\n${sent.join('\n')}`).toBeLessThanOrEqual(most);
    expect(sent.length, `lower the budget to ${sent.length}`).toBeGreaterThanOrEqual(most - SLACK);
  });
});

const answerSchema = z.object({ data: z.looseObject({ id: z.string().optional() }) });

function isCall(name: string): name is Call {
  return name in BUDGETS;
}

/** The text of a statement as pg takes it: alone, in a configuration, or in a query object. */
function textOf(given: unknown): string {
  if (typeof given === 'string') return given;
  if (typeof given === 'object' && given !== null && 'text' in given) return String(given.text);
  return '';
}

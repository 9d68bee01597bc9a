import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const answerSchema = z.object({
  msg: z.string(),
  data: z.looseObject({ id: z.string().optional(), errors: z.record(z.string(), z.string()).optional() }),
});
const listSchema = z.object({ data: z.array(z.looseObject({ id: z.string(), status: z.string() })) });

const PROOF = { pay_password: DEMO_PAY_PASSWORD };

type Answer = z.infer<typeof answerSchema> & { status: number };

describe('the calls that move money', () => {
  let world: World;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE);
    for (const name of ['demo', 'checker', 'viewer', 'sub', 'operator', 'operator2']) {
      tokens[name] = (await world.signIn(name)).login_token;
    }
  });
  afterAll(() => world.close());

  async function call(user: string, url: string, payload: object, key: string | null = randomUUID()): Promise<Answer> {
    const token = tokens[user] ?? '';
    const headers = key === null ? {} : { 'idempotency-key': key };
    const answer = await world.call({ method: 'POST', url: `/prod-api/${url}`, payload, token, headers });
    return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
  }
  async function listed(user: string, resource: string): Promise<z.infer<typeof listSchema>['data']> {
    const url = `/prod-api/${resource}?range=[0,29]`;
    const answer = await world.call({ method: 'GET', url, token: tokens[user] ?? '' });
    return listSchema.parse(answer.json()).data;
  }
  const wallet = () =>
    world.db.kysely
      .selectFrom('wallets')
      .innerJoin('merchants', 'merchants.merchant_id', 'wallets.merchant_id')
      .where('merchant_no', '=', 'M100001')
      .select(['available', 'frozen'])
      .executeTakeFirstOrThrow();
  /** A card that can be withdrawn to, so neither the newest, which is in its waiting period, nor the disabled one. */
  async function cardId(): Promise<string> {
    const cards = await listed('demo', 'bankcards');
    const now = world.clock.now().toISOString();
    const card = cards.find((one) => one.status === 'enabled' && String(one['usable_at']) < now);
    return card?.id ?? '';
  }
  const withdrawal = async (change: object = {}) => ({
    bankcard_id: await cardId(),
    amount: '100000',
    pay_password: DEMO_PAY_PASSWORD,
    ...change,
  });

  it('complete a withdrawal from request to payment, and freeze its money in the meantime', async () => {
    const before = await wallet();
    const made = await call('demo', 'withdrawals', await withdrawal());
    expect(made).toMatchObject({ status: 200, data: { status: 'pending', amount: '100000' } });
    const held = await wallet();
    expect(held.available).toBeLessThanOrEqual(before.available - 100_000n);
    expect(held.available + held.frozen).toBe(before.available + before.frozen);

    const { id = '' } = made.data;
    expect(await call('operator', `withdrawal-reviews/${id}/approve`, {})).toMatchObject({ status: 422 });
    expect(await call('operator', `withdrawal-reviews/${id}/approve`, PROOF)).toMatchObject({ status: 200 });
    const paid = await call('operator', `withdrawal-reviews/${id}/succeed`, PROOF);
    expect(paid).toMatchObject({ status: 200, data: { status: 'success' } });
    const after = await wallet();
    expect(after).toEqual({ available: held.available, frozen: before.frozen });
    expect(await findViolations(world.db)).toEqual([]);
  });

  it('return the money of a rejected withdrawal, and tell a second operator who decided', async () => {
    const before = await wallet();
    const { id = '' } = (await call('demo', 'withdrawals', await withdrawal())).data;
    const reason = { reject_reason: 'Name of the holder is unclear' };
    expect(await call('operator', `withdrawal-reviews/${id}/reject`, reason)).toMatchObject({
      data: { status: 'rejected', ...reason },
    });
    expect(await wallet()).toEqual(before);
    const late = await call('operator2', `withdrawal-reviews/${id}/approve`, PROOF);
    expect(late).toMatchObject({ status: 409, msg: 'This has already been rejected (沈航).' });
    const cancelled = await call('demo', `withdrawals/${id}/cancel`, {});
    expect(cancelled).toMatchObject({ status: 409, msg: 'This has already been rejected (晨桥支付).' });
  });

  it('have one effect per key, and the same response each time', async () => {
    const before = await wallet();
    const body = await withdrawal();
    const key = randomUUID();
    const answers = [await call('demo', 'withdrawals', body, key), await call('demo', 'withdrawals', body, key)];
    expect(answers[1]).toEqual(answers[0]);
    const other = await call('demo', 'withdrawals', { ...body, amount: '100001' }, key);
    expect([other.status, Object.keys(other.data.errors ?? {})]).toEqual([422, ['idempotency_key']]);
    const { id = '' } = answers[0]?.data ?? {};
    expect(await call('checker', `withdrawals/${id}/cancel`, {})).toMatchObject({ status: 403 });
    expect(await call('demo', `withdrawals/${id}/cancel`, {})).toMatchObject({ data: { status: 'cancelled' } });
    expect(await wallet()).toEqual(before);
  });

  const AMOUNTS = ['0', '-1', '1e3', '0.001', '9223372036854775808', '１００', '1 000', '1,000', '', null, 100];
  it.each(AMOUNTS)('reject %j as an amount, at its field', async (amount) => {
    const before = await wallet();
    const refused = await call('demo', 'withdrawals', await withdrawal({ amount }));
    expect([refused.status, Object.keys(refused.data.errors ?? {})]).toEqual([422, ['amount']]);
    expect(await wallet()).toEqual(before);
  });

  it('say how much is missing, in the currency', async () => {
    const { available } = await wallet();
    await world.db.kysely
      .updateTable('channels')
      .set({ max_amount: 10n ** 15n })
      .where('type', '=', 'withdrawal')
      .execute();
    const refused = await call('demo', 'withdrawals', await withdrawal({ amount: String(available + 12_345n) }));
    expect(refused.data.errors?.['amount']).toMatch(
      /^Insufficient balance: [\d,]+\.\d\d CNY available, [\d,]+\.\d\d CNY short/,
    );
  });

  it('require the payment password, a key and a permission', async () => {
    const missing = await call('demo', 'withdrawals', await withdrawal(), null);
    expect(Object.keys(missing.data.errors ?? {})).toEqual(['idempotency_key']);
    const wrong = await call('demo', 'withdrawals', await withdrawal({ pay_password: '000000' }));
    expect(wrong.data.errors?.['pay_password']).toContain('Attempts left: 4');
    expect((await call('viewer', 'withdrawals', await withdrawal())).status).toBe(403);
    expect((await call('demo', `withdrawal-reviews/${randomUUID()}/approve`, {})).status).toBe(403);
  });

  it("reject the card of another tenant like one that doesn't exist", async () => {
    const [foreign] = await listed('sub', 'bankcards');
    const refused = await call('demo', 'withdrawals', await withdrawal({ bankcard_id: foreign?.id }));
    const unknown = await call('demo', 'withdrawals', await withdrawal({ bankcard_id: randomUUID() }));
    expect(refused.status).toBe(422);
    expect(refused.data.errors).toEqual(unknown.data.errors);
  });

  it('let a large payment be approved only by another user', async () => {
    const { merchant_id } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', 'M100001')
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    const channel = await world.db.kysely
      .selectFrom('channels')
      .where('merchant_id', '=', merchant_id)
      .where('type', '=', 'payout')
      .where('status', '=', 'enabled')
      .selectAll()
      .executeTakeFirstOrThrow();
    const threshold = channel.min_amount;
    await world.db.kysely
      .updateTable('merchants')
      .set({ approval_threshold: threshold })
      .where('merchant_id', '=', merchant_id)
      .execute();
    const amount = String(threshold + 1n);
    const payment = {
      channel_id: channel.id,
      payee_name: '王芳',
      card_number: '6222 0202 0011 2233 445',
      bank_name: '工商银行',
      amount,
      pay_password: DEMO_PAY_PASSWORD,
    };
    const made = await call('demo', 'payment-requests', payment);
    expect(made).toMatchObject({ status: 200, data: { status: 'pending', payout_id: null } });
    expect(JSON.stringify(made)).not.toContain('62220202');
    const { id = '' } = made.data;
    const own = await call('demo', `payment-requests/${id}/approve`, PROOF);
    expect(own).toMatchObject({
      status: 403,
      msg: 'You can’t approve or reject your own request. Someone else has to.',
    });
    const passed = await call('checker', `payment-requests/${id}/approve`, PROOF);
    expect(passed).toMatchObject({ status: 200, data: { status: 'pass' } });
    const payouts = await listed('demo', 'payouts');
    expect(payouts.find((payout) => payout.id === passed.data['payout_id'])).toMatchObject({
      status: 'pending',
      amount,
    });
    expect(await findViolations(world.db)).toEqual([]);
  });

  it('repeat a failed payout once, and link each to the other', async () => {
    const [failed, ofServer] = await world.db.kysely
      .selectFrom('payouts')
      .innerJoin('merchants', 'merchants.merchant_id', 'payouts.merchant_id')
      .where('merchant_no', '=', 'M100001')
      .where('payouts.status', '=', 'failed')
      .select(['payouts.id', 'payouts.amount', 'payee_name'])
      .execute();
    const { id = '', amount, payee_name } = failed ?? {};
    const places = { console: id, api: ofServer?.id ?? '' };
    for (const source of ['console', 'api'] as const) {
      await world.db.kysely.updateTable('payouts').set({ source }).where('id', '=', places[source]).execute();
    }
    const shown = async (payoutId: string) => {
      const url = `/prod-api/payouts/${payoutId}`;
      return z
        .object({ data: z.looseObject({}) })
        .parse((await world.call({ method: 'GET', url, token: tokens['demo'] ?? '' })).json()).data;
    };
    expect(await shown(id)).toMatchObject({ status: 'failed', repeated_by_id: null });
    const made = await call('demo', `payouts/${id}/pay_again`, PROOF);
    expect(made).toMatchObject({ data: { repeats_payout_id: id, amount: String(amount), payee_name } });
    expect(await shown(id)).toMatchObject({ repeated_by_id: made.data.id });
    expect(await call('demo', `payouts/${id}/pay_again`, PROOF)).toMatchObject({
      status: 409,
      msg: `Payment request ${String(made.data['request_no'])} already pays this order again.`,
    });
    expect((await call('viewer', `payouts/${id}/pay_again`, PROOF)).status).toBe(403);
    // The merchant's own server repeats its payouts itself.
    expect((await call('demo', `payouts/${places.api}/pay_again`, PROOF)).status).toBe(409);
    expect(await findViolations(world.db)).toEqual([]);
  });

  it('credit a deposit once, when the platform has received the money', async () => {
    const before = await wallet();
    const channels = await listed('demo', 'channels');
    const channel = channels.find((one) => one['type'] === 'deposit' && one.status === 'enabled');
    const wish = { channel_id: channel?.id, amount: channel?.['min_amount'], payer_name: 'Ink & Paper' };
    const { id = '', ...made } = (await call('demo', 'deposits', wish)).data;
    expect(made).toMatchObject({ status: 'pending_payment' });
    expect(await wallet()).toEqual(before);
    expect(await call('operator', `deposit-reviews/${id}/pass`, PROOF)).toMatchObject({ data: { status: 'pass' } });
    expect((await call('operator2', `deposit-reviews/${id}/pass`, PROOF)).status).toBe(409);
    expect((await wallet()).available - before.available).toBe(BigInt(String(made['arrival_amount'])));
  });

  it('adjust a balance with two operators', async () => {
    const before = await wallet();
    const { merchant_id } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', 'M100001')
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    const about = { tenant_id: merchant_id, currency: 'CNY', reason: 'Fee of May' };
    const wish = { ...about, amount: '-700', ...PROOF };
    const asked = await call('operator', 'adjustments', wish);
    expect(asked).toMatchObject({ status: 200 });
    const { id = '' } = asked.data;
    expect((await call('operator', `adjustments/${id}/approve`, PROOF)).status).toBe(403);
    expect((await call('operator2', `adjustments/${id}/approve`, PROOF)).status).toBe(200);
    expect((await wallet()).available).toBe(before.available - 700n);
    expect(await findViolations(world.db)).toEqual([]);
  });

  it('reject what would exceed the limit of a wallet, without a 500', async () => {
    const { merchant_id } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', 'M100001')
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    const wish = { tenant_id: merchant_id, currency: 'CNY', reason: 'Too much', ...PROOF };
    for (const amount of ['9223372036854775807', '1000000000000000000', '-1000000000000000000']) {
      const refused = await call('operator', 'adjustments', { ...wish, amount });
      expect([amount, refused.status, Object.keys(refused.data.errors ?? {})]).toEqual([amount, 422, ['amount']]);
    }
    const before = await wallet();
    const asked = await call('operator', 'adjustments', { ...wish, amount: '999999999999999999' });
    expect(asked.status).toBe(200);
    const refused = await call('operator2', `adjustments/${asked.data.id}/approve`, PROOF);
    expect(refused).toMatchObject({ status: 409, msg: 'The balance would exceed the maximum a wallet can hold.' });
    expect(await wallet()).toEqual(before);
  });

  it('adjust a balance only in the currency of its wallet', async () => {
    const { merchant_id } = await world.db.kysely
      .selectFrom('merchants')
      .where('currency', '=', 'JPY')
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    const wish = { tenant_id: merchant_id, amount: '700', reason: 'Fee of May', ...PROOF };
    expect(await call('operator', 'adjustments', { ...wish, currency: 'CNY' })).toMatchObject({
      status: 422,
      data: { errors: { currency: 'The merchant’s wallet is in JPY.' } },
    });
    expect(await call('operator', 'adjustments', { ...wish, currency: 'JPY', amount: '0' })).toMatchObject({
      status: 422,
      data: { errors: { amount: 'Enter an amount other than 0.' } },
    });
    const asked = await call('operator', 'adjustments', { ...wish, currency: 'JPY' });
    expect(asked).toMatchObject({ status: 200, data: { amount: '700', currency: 'JPY' } });
  });

  it('leave ledger, orders and requests intact', async () => {
    expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const answerSchema = z.object({ data: z.looseObject({ id: z.string().optional() }) });

describe('a decision about a payment, and its quote', () => {
  let world: World;
  let merchantId: string;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    for (const name of ['demo', 'checker', 'viewer', 'tokyo']) tokens[name] = (await world.signIn(name)).login_token;
    const tenant = world.db.kysely.selectFrom('merchants').where('merchant_no', '=', 'M100001');
    ({ merchant_id: merchantId } = await tenant.select('merchant_id').executeTakeFirstOrThrow());
    await world.db.kysely
      .updateTable('channels')
      .set({ rate_bps: 0, fixed_fee: 200n, min_fee: null, max_fee: null, deduction: 'outer', min_amount: 1n })
      .where('merchant_id', '=', merchantId)
      .where('type', '=', 'payout')
      .execute();
  });
  afterAll(() => world.close());

  async function post(user: string, path: string, payload: object = {}) {
    const answer = await world.call({
      method: 'POST',
      url: `/prod-api/${path}`,
      payload,
      token: tokens[user] ?? '',
      headers: { 'idempotency-key': randomUUID() },
    });
    return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
  }
  const setFee = (fixed_fee: bigint) =>
    world.db.kysely
      .updateTable('channels')
      .set({ fixed_fee })
      .where('merchant_id', '=', merchantId)
      .where('type', '=', 'payout')
      .execute();
  const setThreshold = (approval_threshold: bigint) =>
    world.db.kysely
      .updateTable('merchants')
      .set({ approval_threshold, daily_total: 100_000_000n })
      .where('merchant_id', '=', merchantId)
      .execute();

  async function requested(): Promise<string> {
    const channels = world.db.kysely.selectFrom('channels').where('merchant_id', '=', merchantId);
    const open = channels.where('type', '=', 'payout').where('status', '=', 'enabled');
    const { id: channel_id } = await open.select('id').executeTakeFirstOrThrow();
    const payee = { payee_name: '王芳', card_number: '6222 0202 0011 2233 445', bank_name: '工商银行' };
    const wish = { channel_id, ...payee, amount: '10000', pay_password: DEMO_PAY_PASSWORD };
    const { status, data } = await post('demo', 'payment-requests', wish);
    expect(status).toBe(200);
    return data.id ?? '';
  }
  async function failedPayout(): Promise<string> {
    const { id } = await world.db.kysely
      .selectFrom('payouts')
      .where('merchant_id', '=', merchantId)
      .where('status', '=', 'failed')
      .select('id')
      .executeTakeFirstOrThrow();
    const change = { source: 'console', amount: 10_000n } as const;
    await world.db.kysely.updateTable('payouts').set(change).where('id', '=', id).execute();
    return id;
  }

  it.each([
    { act: 'approve', user: 'checker', resource: 'payment-requests', of: requested, threshold: 0n },
    { act: 'pay_again', user: 'demo', resource: 'payouts', of: failedPayout, threshold: 10_000n },
  ])('to $act: is refused if the quoted figures have changed', async ({ act, user, resource, of, threshold }) => {
    await setThreshold(threshold);
    await setFee(200n);
    const path = `${resource}/${await of()}/${act}`;
    const quote = await post(user, `${path}/quote`);
    const shown = { fee: '200', debit_amount: '10200', arrival_amount: '10000' };
    expect(quote).toMatchObject({ status: 200, data: shown });
    expect((await post('viewer', `${path}/quote`)).status).toBe(403);
    expect((await post('tokyo', `${path}/quote`)).status).toBe(404);

    await setFee(900n);
    const given = { pay_password: DEMO_PAY_PASSWORD, agreed_arrival: '10000' };
    expect(await post(user, path, { ...given, agreed_debit: '10200' })).toMatchObject({
      status: 422,
      data: { errors: { agreed_debit: 'The fee has changed. Check the new amounts and confirm again.' } },
    });
    expect(await post(user, `${path}/quote`)).toMatchObject({ data: { fee: '900', debit_amount: '10900' } });
    const done = await post(user, path, { ...given, agreed_debit: '10900' });
    expect(done).toMatchObject({ status: 200, data: { status: 'pass', fee: '900' } });
  });

  it('to pay again: tells whether another user must approve the payment', async () => {
    const path = `payouts/${await failedPayout()}/pay_again/quote`;
    await setThreshold(10_000n);
    expect(await post('demo', path)).toMatchObject({ data: { needs_approval: false } });
    await setThreshold(9_999n);
    expect(await post('demo', path)).toMatchObject({ data: { needs_approval: true } });
  });

  it.each(['payouts/x/pay_again', 'payment-requests/x/approve'])('%s: finds no record', async (path) => {
    const user = path.endsWith('approve') ? 'checker' : 'demo';
    expect((await post(user, `${path}/quote`)).status).toBe(404);
    expect((await post(user, `${path.replace('x', randomUUID())}/quote`)).status).toBe(404);
  });
});

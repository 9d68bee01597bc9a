import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const answerSchema = z.object({
  msg: z.string(),
  data: z.looseObject({ id: z.string().optional(), errors: z.record(z.string(), z.string()).optional() }),
});
const PROOF = { pay_password: DEMO_PAY_PASSWORD };

describe('a decision about a withdrawal', () => {
  let world: World;
  let merchantId: string;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60 });
    for (const name of ['demo', 'operator']) tokens[name] = (await world.signIn(name)).login_token;
    const tenant = world.db.kysely.selectFrom('merchants').where('merchant_no', '=', 'M100001');
    ({ merchant_id: merchantId } = await tenant.select('merchant_id').executeTakeFirstOrThrow());
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
  const decide = (id: string, act: string, body: object = PROOF) =>
    post('operator', `withdrawal-reviews/${id}/${act}`, body);
  const wallet = () =>
    world.db.kysely
      .selectFrom('wallets')
      .where('merchant_id', '=', merchantId)
      .select(['available', 'frozen'])
      .executeTakeFirstOrThrow();
  async function requested(): Promise<string> {
    const cards = world.db.kysely.selectFrom('bankcards').where('merchant_id', '=', merchantId);
    const usable = cards.where('status', '=', 'enabled').where('usable_at', '<', world.clock.now());
    const { id: bankcard_id } = await usable.select('id').executeTakeFirstOrThrow();
    const { data } = await post('demo', 'withdrawals', { bankcard_id, amount: '100000', ...PROOF });
    return data.id ?? '';
  }

  it.each([
    { act: 'succeed', status: 'success', values: {} },
    { act: 'fail', status: 'failed', values: { reject_reason: 'The bank has returned it' } },
  ])('to $act: needs the payment password', async ({ act, status, values }) => {
    const before = await wallet();
    const id = await requested();
    expect(await decide(id, 'approve')).toMatchObject({ status: 200 });
    const held = await wallet();
    const missing = await decide(id, act, values);
    expect([missing.status, Object.keys(missing.data.errors ?? {})]).toEqual([422, ['pay_password']]);
    const wrong = await decide(id, act, { ...values, pay_password: '000000' });
    expect([wrong.status, wrong.data.errors]).toEqual([
      422,
      { pay_password: 'Incorrect payment password. Attempts left: 4.' },
    ]);
    expect(await wallet()).toEqual(held);
    expect(await decide(id, act, { ...values, ...PROOF })).toMatchObject({ status: 200, data: { status, ...values } });
    const returned = { available: status === 'failed' ? before.available : held.available, frozen: before.frozen };
    expect(await wallet()).toEqual(returned);
    expect(await findViolations(world.db)).toEqual([]);
  });

  it('to approve: is refused while the card is disabled, which its facts show', async () => {
    const before = await wallet();
    const id = await requested();
    const cards = world.db.kysely.selectFrom('withdrawals').where('id', '=', id).select('bankcard_id');
    const { bankcard_id } = await cards.executeTakeFirstOrThrow();
    const standing = async () => {
      const url = `/prod-api/withdrawal-reviews/${id}`;
      const answer = await world.call({ method: 'GET', url, token: tokens['operator'] ?? '' });
      return answerSchema.parse(answer.json()).data['card_standing'];
    };
    expect(await standing()).toBe('known');
    world.clock.advance(1);
    await post('demo', `bankcards/${bankcard_id}/disable`);
    expect(await standing()).toBe('disabled');
    expect(await decide(id, 'approve')).toMatchObject({
      status: 409,
      msg: 'The merchant has disabled this bank card. Reject the withdrawal, or ask the merchant to enable the card.',
    });
    await post('demo', `bankcards/${bankcard_id}/enable`);
    expect(await standing()).toBe('changed');
    expect(await decide(id, 'approve')).toMatchObject({ status: 200 });
    await post('demo', `bankcards/${bankcard_id}/disable`);
    // The bank has already been told to pay.
    expect(await decide(id, 'fail', { reject_reason: 'Closed', ...PROOF })).toMatchObject({ status: 200 });
    expect(await wallet()).toEqual(before);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { moneyFormSchema, moneyQuoteSchema, type MoneyForm } from '#shared/contract/moneyForms.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const answerSchema = z.object({
  data: z.object({ errors: z.record(z.string(), z.string()).optional(), quote: z.unknown().optional() }),
});

describe('the calls of the money pages', () => {
  let world: World;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 60 });
    for (const name of ['demo', 'viewer', 'sub', 'operator']) tokens[name] = (await world.signIn(name)).login_token;
  });
  afterAll(() => world.close());

  const get = (user: string, path: string) =>
    world.call({ method: 'GET', url: `/prod-api/${path}`, token: tokens[user] ?? '' });
  async function form(user: string, path: string): Promise<MoneyForm> {
    const answer = await get(user, path);
    return z.object({ data: moneyFormSchema }).parse(answer.json()).data;
  }
  async function quote(user: string, path: string, payload: object) {
    const answer = await world.call({ method: 'POST', url: `/prod-api/${path}`, payload, token: tokens[user] ?? '' });
    return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
  }

  it('offer only enabled channels of the type', async () => {
    const before = await form('demo', 'payment-requests/form');
    expect(before.channels.length).toBeGreaterThan(1);
    const [first] = before.channels;
    const id = first?.id ?? '';
    const setStatus = (status: 'enabled' | 'disabled') =>
      world.db.kysely.updateTable('channels').set({ status }).where('id', '=', id).execute();
    await setStatus('disabled');
    const after = await form('demo', 'payment-requests/form');
    expect(after.channels).toEqual(before.channels.slice(1));
    const refused = await quote('demo', 'payment-requests/quote', { channel_id: id, amount: '1000' });
    expect([refused.status, Object.keys(refused.data.errors ?? {})]).toEqual([422, ['channel_id']]);
    await setStatus('enabled');
  });

  it('list every card with its state, and reject unusable ones with the message of the request', async () => {
    const { cards } = await form('demo', 'withdrawals/form');
    expect(new Set(cards.map(({ state }) => state))).toEqual(new Set(['usable', 'cooling_off', 'disabled']));
    expect(cards.map(({ card_number }) => card_number).join()).not.toMatch(/\d{9}/);
    for (const { id, state } of cards) {
      const answer = await quote('demo', 'withdrawals/quote', { bankcard_id: id, amount: '50000' });
      expect([answer.status, Object.keys(answer.data.errors ?? {})]).toEqual(
        state === 'usable' ? [200, []] : [422, ['bankcard_id']],
      );
    }
  });

  it("don't show or accept another tenant's card", async () => {
    const [card] = (await form('demo', 'withdrawals/form')).cards;
    const cards = (await form('sub', 'withdrawals/form')).cards;
    expect(cards.some(({ id }) => id === card?.id)).toBe(false);
    const foreign = await quote('sub', 'withdrawals/quote', { bankcard_id: card?.id, amount: '50000' });
    const unknown = await quote('sub', 'withdrawals/quote', { bankcard_id: 'nothing', amount: '50000' });
    expect(foreign).toEqual(unknown);
    expect(Object.keys(foreign.data.errors ?? {})).toEqual(['bankcard_id']);
  });

  it("name the channel of the user's last request, otherwise of the tenant's", async () => {
    const { kysely } = world.db;
    const [one, other] = (await form('demo', 'payment-requests/form')).channels.map(({ id }) => id);
    const demo = await kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select(['id', 'merchant_id'])
      .executeTakeFirstOrThrow();
    const ofTenant = kysely.selectFrom('payment_requests').where('merchant_id', '=', demo.merchant_id).select('id');
    const byTime = await ofTenant.orderBy('created_at', 'desc').execute();
    const ids = byTime.map(({ id }) => id);
    const update = kysely.updateTable('payment_requests').where('merchant_id', '=', demo.merchant_id);
    const { id: colleague } = await kysely
      .selectFrom('users')
      .where('merchant_id', '=', demo.merchant_id)
      .where('id', '<>', demo.id)
      .select('id')
      .executeTakeFirstOrThrow();
    const last = async () => (await form('demo', 'payment-requests/form')).last_channel_id;

    await update.set({ creator_id: colleague, approver_id: null, channel_id: one ?? '' }).execute();
    await update
      .where('id', '=', ids[0] ?? '')
      .set({ channel_id: other ?? '' })
      .execute();
    expect(await last()).toBe(other);
    await update
      .where('id', '=', ids[2] ?? '')
      .set({ creator_id: demo.id })
      .execute();
    expect(await last()).toBe(one);
    expect((await form('demo', 'withdrawals/form')).last_channel_id).toBeNull();
  });

  it.each(['withdrawals', 'deposits', 'payment-requests'])(
    'of %s require the permission to request one',
    async (path) => {
      for (const user of ['viewer', 'operator']) {
        expect((await get(user, `${path}/form`)).statusCode).toBe(403);
        expect((await quote(user, `${path}/quote`, { amount: '1000', channel_id: '1' })).status).toBe(403);
      }
    },
  );

  const AMOUNTS = ['0', '-1', '1e3', '0.001', '9223372036854775808', '１００', '1 000', '1,5', ''];
  it.each(AMOUNTS)('reject %j as an amount, at its field', async (amount) => {
    const refused = await quote('demo', 'withdrawals/quote', { amount });
    expect([refused.status, Object.keys(refused.data.errors ?? {})]).toEqual([422, ['amount']]);
  });

  it.each(['0100', ' 100', '100 ', '+100', '1e3', 'x', '', null, 10_000])(
    'check %j as an amount with the message of the request',
    async (amount) => {
      const card = (await form('demo', 'withdrawals/form')).cards.find(({ state }) => state === 'usable');
      const asked = { amount, bankcard_id: card?.id };
      const request = await world.call({
        method: 'POST',
        url: '/prod-api/withdrawals',
        token: tokens['demo'] ?? '',
        headers: { 'idempotency-key': `refused-${JSON.stringify(amount).replaceAll(' ', '_')}` },
        payload: { ...asked, pay_password: DEMO_PAY_PASSWORD },
      });
      const quoted = await quote('demo', 'withdrawals/quote', asked);
      expect([request.statusCode, quoted.status]).toEqual([422, 422]);
      expect(quoted.data.errors).toEqual(answerSchema.parse(request.json()).data.errors);
    },
  );

  it('show cost and shortfall if only the balance is too low', async () => {
    const channel = (await form('demo', 'withdrawals/form')).channels[0];
    const amount = String(BigInt(channel?.available ?? 0) + 1n);
    await world.db.kysely
      .updateTable('channels')
      .set({ max_amount: BigInt(amount) })
      .where('id', '=', channel?.id ?? '')
      .execute();
    const refused = await quote('demo', 'withdrawals/quote', { amount });
    expect([refused.status, Object.keys(refused.data.errors ?? {})]).toEqual([422, ['amount']]);
    const shown = moneyQuoteSchema.parse(refused.data.quote);
    expect(shown).toMatchObject({ amount, available: channel?.available });
    expect(BigInt(shown.available_after)).toBe(BigInt(shown.available) - BigInt(shown.debit_amount));
    expect(shown.available_after).toMatch(/^-/);
    // The request itself says no more than before.
    const request = await world.call({
      method: 'POST',
      url: '/prod-api/withdrawals',
      token: tokens['demo'] ?? '',
      headers: { 'idempotency-key': 'too-much' },
      payload: { amount, bankcard_id: 'none', pay_password: DEMO_PAY_PASSWORD },
    });
    expect(answerSchema.parse(request.json()).data).not.toHaveProperty('quote');
  });

  it('write nothing', async () => {
    const rows = () =>
      sql`select (select count(*) from withdrawals) w, (select count(*) from audit_logs) a,
        (select count(*) from idempotency_keys) i, (select sum(available) from wallets) b`.execute(world.db.kysely);
    const before = (await rows()).rows;
    expect((await quote('demo', 'withdrawals/quote', { amount: '50000' })).status).toBe(200);
    expect((await rows()).rows).toEqual(before);
  });
});

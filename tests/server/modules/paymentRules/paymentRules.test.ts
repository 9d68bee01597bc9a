import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const answerSchema = z.object({ data: z.unknown() });
const rulesSchema = z.looseObject({ id: z.string(), revision: z.int() });

describe("a merchant's own payment rules", () => {
  let world: World;
  let owner: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    owner = (await world.signIn('demo')).login_token;
  });
  afterAll(() => world.close());

  async function call(method: 'GET' | 'PUT', path: string, payload?: object, token = owner) {
    const answer = await world.call({ method, url: `/prod-api/${path}`, token, ...(payload && { payload }) });
    return { status: answer.statusCode, data: answerSchema.parse(answer.json()).data };
  }
  const rules = async () => z.tuple([rulesSchema]).parse((await call('GET', 'payment-rules')).data)[0];
  async function change(values: object) {
    const { id, revision } = await rules();
    return call('PUT', `payment-rules/${id}`, { ...values, revision });
  }

  it('are its own only, with those that the platform sets', async () => {
    expect(await rules()).toMatchObject({
      approval_threshold: '500000',
      card_cooling_hours: 24,
      daily_total: null,
      sum_window_hours: 24,
      only_saved_payees: false,
    });
    const others = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '<>', 'M100001')
      .selectAll()
      .execute();
    for (const { merchant_id } of others) {
      expect(await call('GET', `payment-rules/${merchant_id}`)).toMatchObject({ status: 404 });
      expect(await call('PUT', `payment-rules/${merchant_id}`, { sum_window_hours: 1 })).toMatchObject({ status: 404 });
    }
  });

  it('change with an audit entry and a notification of every owner, with both values', async () => {
    const { kysely } = world.db;
    expect(await change({ daily_total: '1000000', only_saved_payees: true })).toMatchObject({
      status: 200,
      data: { daily_total: '1000000', only_saved_payees: true, sum_window_hours: 24 },
    });
    const logged = kysely.selectFrom('audit_logs').where('action', '=', 'payment_rules.edit');
    expect(await logged.select(['before', 'after']).execute()).toEqual([
      {
        before: { daily_total: null, only_saved_payees: false },
        after: { daily_total: '1000000', only_saved_payees: true },
      },
    ]);
    const told = await kysely
      .selectFrom('notifications as n')
      .innerJoin('users as u', 'u.id', 'n.user_id')
      .where('n.kind', '=', 'settings_changed')
      .select(['u.username', 'n.data'])
      .execute();
    expect(told.map(({ username }) => username)).toEqual(['demo']);
    const [first] = told;
    expect(first?.data).toMatchObject({ resource: 'payment_rules', currency: 'CNY' });
    expect(JSON.parse(first?.data['changes'] ?? '')).toEqual([
      { source: 'daily_total', before: null, after: '1000000' },
      { source: 'only_saved_payees', before: false, after: true },
    ]);
    // Nothing differs, so nobody is notified again.
    expect(await change({ daily_total: '1000000' })).toMatchObject({ status: 200 });
    const { length } = await kysely
      .selectFrom('notifications')
      .where('kind', '=', 'settings_changed')
      .selectAll()
      .execute();
    expect(length).toBe(1);
    await change({ daily_total: null, only_saved_payees: false });
  });

  it.each([{ sum_window_hours: 0 }, { sum_window_hours: 169 }, { daily_total: '-1' }])('reject %j', async (values) => {
    expect(await change(values)).toMatchObject({ status: 422 });
  });

  it.each([{ approval_threshold: '99999999' }, { card_cooling_hours: 0 }])(
    'leave %j to the platform',
    async (values) => {
      const before = await rules();
      await change(values);
      expect(await rules()).toMatchObject(before);
    },
  );

  it('change only in a confirmed session, with the permission', async () => {
    const { login_token: token } = await world.signInUnconfirmed('demo');
    const { id } = await rules();
    expect(await call('PUT', `payment-rules/${id}`, { sum_window_hours: 1 }, token)).toMatchObject({ status: 403 });
    const { login_token: viewer } = await world.signIn('viewer');
    expect(await call('PUT', `payment-rules/${id}`, { sum_window_hours: 1 }, viewer)).toMatchObject({ status: 403 });
    expect(await rules()).toMatchObject({ sum_window_hours: 24 });
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dashboard } from '#shared/contract/dashboard.ts';
import { loginDataSchema } from '#shared/contract/session.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const dashboardSchema = z.object({ data: dashboard.data });

describe('the first steps on a dashboard', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
  });
  afterAll(() => world.close());

  const tokenOf = async (username: string) => (await world.signIn(username)).login_token;
  async function home(token: string, query = '') {
    const answer = await world.call({ method: 'GET', url: `/prod-api/home-info${query}`, token });
    return dashboardSchema.parse(answer.json()).data;
  }

  it('are shown to a merchant without orders', async () => {
    const merchant = sql`(select tenant_id from directory where name = 'sub')`;
    const token = await tokenOf('sub');
    expect(await home(token)).not.toHaveProperty('setup');
    await sql`delete from refunds where merchant_id = ${merchant}`.execute(world.db.kysely);
    await sql`delete from orders where merchant_id = ${merchant}`.execute(world.db.kysely);
    const { setup, orders } = await home(token, '?range=30d');
    expect(setup?.at(-1)).toEqual({ step: 'order', is_done: false });
    expect(setup).toContainEqual({ step: 'bankcard', is_done: expect.any(Boolean) });
    expect(orders?.currencies).toHaveLength(1);
    expect(orders?.currencies[0]?.figures).toMatchObject({ count: 0, amount: '0' });
    expect(setup?.[0]).toEqual({ step: 'pay_password', is_done: true });
    await sql`update users set pay_password_hash = null where merchant_id = ${merchant}`.execute(world.db.kysely);
    expect((await home(token)).setup?.[0]).toEqual({ step: 'pay_password', is_done: false });
  });

  it('have an order with test data as the test order, and stay until there is a live one', async () => {
    const merchant = sql<string>`(select tenant_id from directory where name = 'sub')`;
    const { data } = z
      .object({ data: loginDataSchema })
      .parse(
        (await world.call({ method: 'POST', url: '/prod-api/test-mode/enter', token: await tokenOf('sub') })).json(),
      );
    const { kysely } = world.db;
    const channel = await kysely
      .selectFrom('channels')
      .where('merchant_id', '=', sql<string>`(select test_merchant_id from merchants where merchant_id = ${merchant})`)
      .where('type', '=', 'collection')
      .selectAll()
      .executeTakeFirstOrThrow();
    const parameters = { merchant_order_no: 'TRIED-1', amount: '10000', channel: channel.code };
    const url = '/prod-api/test-mode/gateway-calls';
    const tried = await world.call({
      method: 'POST',
      url,
      token: data.login_token,
      payload: { call: 'collect', parameters },
    });
    expect(tried.statusCode).toBe(200);
    const { setup } = await home(await tokenOf('sub'));
    expect(setup?.at(-1)).toEqual({ step: 'order', is_done: true });
    expect(setup?.length).toBeGreaterThan(1);
  });
});

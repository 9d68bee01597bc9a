import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loginDataSchema } from '#shared/contract/session.ts';
import { TEST_MODE } from '#shared/contract/testMode.ts';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { MERCHANT, rowsOf, testModeWorld, type TestModeWorld } from './testModeWorld.ts';

const walletsSchema = z.array(z.object({ currency: z.string(), available: z.string(), frozen: z.string() }));

const userInfoSchema = z.object({ test_mode: z.enum(['on', 'off']).optional() });

describe('the switch between live and test data', () => {
  let world: TestModeWorld;
  beforeAll(async () => {
    world = await testModeWorld();
  });
  afterAll(() => world.close());

  const infoOf = async (token: string) => {
    const answer = await world.call({ url: '/prod-api/vue-element-admin/user/info', token });
    return userInfoSchema.parse(answer.json<{ data: unknown }>().data);
  };
  const switchTo = (path: string, token: string) =>
    world.call({ method: 'POST', url: `/prod-api/test-mode/${path}`, token });

  it('shows the side of a session, and who may switch', async () => {
    expect(await infoOf(world.tokens.live)).toEqual({ test_mode: 'off' });
    expect(await infoOf(world.tokens.test)).toEqual({ test_mode: 'on' });
    expect(await infoOf((await world.signIn('viewer')).login_token)).toEqual({});
    expect(await infoOf((await world.signIn('operator')).login_token)).toEqual({});
  });

  it('ends the token of the other side, so that a request for one side never runs on the other', async () => {
    const before = (await world.signIn('demo')).login_token;
    const inTest = await world.enter(before);
    expect((await world.call({ url: '/prod-api/orders', token: before })).statusCode).toBe(401);
    const back = await switchTo('leave', inTest);
    expect(loginDataSchema.parse(back.json<{ data: unknown }>().data).currency_data.is_test).toBe(false);
    expect((await world.call({ url: '/prod-api/orders', token: inTest })).statusCode).toBe(401);
  });

  it('is rejected without the permission, and ends the session of a user who loses it', async () => {
    const { login_token: viewer } = await world.signIn('viewer');
    expect((await switchTo('enter', viewer)).statusCode).toBe(403);
    const { kysely } = world.db;
    const role = await kysely
      .selectFrom('user_roles as ur')
      .innerJoin('users as u', (join) =>
        join.onRef('u.merchant_id', '=', 'ur.merchant_id').onRef('u.id', '=', 'ur.user_id'),
      )
      .where('u.username', '=', 'viewer')
      .select(['ur.merchant_id', 'ur.role_id'])
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('role_permissions')
      .values({ ...role, permission: TEST_MODE })
      .execute();
    const inTest = await world.enter(viewer);
    expect((await world.call({ url: '/prod-api/orders', token: inTest })).statusCode).toBe(200);
    await kysely.deleteFrom('role_permissions').where('permission', '=', TEST_MODE).execute();
    expect((await world.call({ url: '/prod-api/orders', token: inTest })).statusCode).toBe(401);
  });

  it('starts with its own balance, channels and a key marked as test key', async () => {
    const wallets = walletsSchema.parse((await world.get('test', '/wallets')).data);
    expect(wallets.map(({ currency, frozen }) => ({ currency, frozen }))).toEqual([{ currency: 'CNY', frozen: '0' }]);
    expect(BigInt(wallets[0]?.available ?? 0)).toBeGreaterThan(0n);
    expect(await world.keyOf('test')).toMatch(/^test_[0-9a-f]{32}$/);
    expect(await world.keyOf('live')).toMatch(/^[0-9a-f]{32}$/);
    const channels = await rowsOf(world, 'test', 'channels');
    expect(new Set(channels.map(({ type }) => type))).toEqual(
      new Set(['collection', 'payout', 'deposit', 'withdrawal']),
    );
    expect(channels.every(({ status }) => status === 'enabled')).toBe(true);
  });

  it('shares users, roles, menu and sessions, and rejects sub-merchants', async () => {
    for (const endpoint of ['users', 'roles', 'menus']) {
      const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();
      expect(ids(await rowsOf(world, 'test', endpoint))).toEqual(ids(await rowsOf(world, 'live', endpoint)));
    }
    expect((await world.get('test', '/submerchants')).status).toBe(403);
    expect((await world.get('live', '/submerchants')).status).toBe(200);
  });

  it('accepts the payment password of the live merchant’s user, and logs that user', async () => {
    const channel = (await rowsOf(world, 'test', 'channels')).find(({ type }) => type === 'payout');
    const form = {
      channel_id: channel?.id,
      amount: '1000',
      payee_name: 'Ann',
      bank_name: 'Bank',
      branch_name: null,
      card_number: '6222021234567890',
      remark: null,
    };
    const wrong = await world.post('test', '/payment-requests', { ...form, pay_password: '000000' });
    expect(wrong).toMatchObject({ status: 422 });
    const right = await world.post('test', '/payment-requests', { ...form, pay_password: DEMO_PAY_PASSWORD });
    expect(right).toMatchObject({ status: 200, data: { status: 'pass' } });
    const [entry] = await rowsOf(world, 'test', 'audit-logs');
    expect(entry).toMatchObject({ actor_name: '林晓' });
  });

  it('decides deposits by the sandbox’s rule, and hides them from the platform', async () => {
    const { login_token: operator } = await world.signIn('operator');
    const reviews = async () => {
      const answer = await world.call({ url: '/prod-api/deposit-reviews/summary', token: operator });
      return answer.json<{ data: unknown }>().data;
    };
    const before = await reviews();
    const channel = (await rowsOf(world, 'test', 'channels')).find(({ type }) => type === 'deposit');
    const deposit = async (amount: string) => {
      const body = { channel_id: channel?.id, amount, payer_name: 'Ann', remark: null };
      return (await world.post('test', '/deposits', body)).data;
    };
    expect(await deposit('20000')).toMatchObject({ status: 'pass' });
    expect(await deposit('20013')).toMatchObject({ status: 'reject' });
    const waiting = z.looseObject({ id: z.string(), status: z.string() }).parse(await deposit('20077'));
    expect(waiting.status).toBe('pending_payment');
    expect(await reviews()).toEqual(before);
    expect(before).toHaveProperty('count');
    const url = `/prod-api/deposit-reviews/${waiting.id}/pass`;
    const headers = { 'idempotency-key': 'operator-passes-a-test-deposit' };
    const payload = { pay_password: DEMO_PAY_PASSWORD };
    const decided = await world.call({ method: 'POST', url, token: operator, headers, payload });
    expect(decided.statusCode).toBe(404);
    expect(await world.violations('test')).toEqual([]);
  });

  it('lets the sandbox pay withdrawals to a new card, and return some', async () => {
    const card = { name: 'Ann', bank_name: 'Bank', branch_name: null, card_number: '6222021234567890' };
    const added = await world.post('test', '/bankcards', card);
    const { id } = z.looseObject({ id: z.string() }).parse(added.data);
    const withdraw = async (amount: string) => {
      const body = { bankcard_id: id, amount, remark: null, pay_password: DEMO_PAY_PASSWORD };
      return (await world.post('test', '/withdrawals', body)).data;
    };
    expect(await withdraw('30000')).toMatchObject({ status: 'success' });
    expect(await withdraw('30013')).toMatchObject({ status: 'failed' });
    expect(await withdraw('30077')).toMatchObject({ status: 'pending' });
    expect(await world.violations('test')).toEqual([]);
  });

  it('lets the sandbox refund orders to the payer, and return some refunds', async () => {
    const channel = (await rowsOf(world, 'test', 'channels')).find(({ type }) => type === 'collection');
    const order = { merchant_order_no: 'TO-REFUND', amount: '200000', channel: String(channel?.['code']) };
    expect(await world.gateway('test', 'collect', order)).toMatchObject({ status: 201 });
    await world.work();
    for (const amount of ['30000', '30013', '30077']) {
      const refund = { merchant_refund_no: `R-${amount}`, merchant_order_no: 'TO-REFUND', amount, reason: 'Returned' };
      expect(await world.gateway('test', 'refund', refund)).toMatchObject({ status: 201 });
      expect(await world.gateway('live', 'refund', refund)).toMatchObject({ status: 404 });
    }
    await world.work();
    const results = (await rowsOf(world, 'test', 'refunds')).map((row) => [row['merchant_refund_no'], row['status']]);
    expect(Object.fromEntries(results)).toEqual({ 'R-30000': 'success', 'R-30013': 'failed', 'R-30077': 'success' });
    expect(
      (await rowsOf(world, 'test', 'orders')).find((row) => row['merchant_order_no'] === 'TO-REFUND'),
    ).toMatchObject({
      refunded_amount: '60077',
    });
    expect(await world.violations('test')).toEqual([]);
  });

  it('requires a second user for a refund above the threshold, as with live data', async () => {
    const channel = (await rowsOf(world, 'test', 'channels')).find(({ type }) => type === 'collection');
    await world.db.kysely
      .updateTable('merchants')
      .set({ approval_threshold: 1_000n })
      .where('merchant_id', '=', world.ids.test)
      .execute();
    const order = { merchant_order_no: 'TO-APPROVE', amount: '200000', channel: String(channel?.['code']) };
    await world.gateway('test', 'collect', order);
    await world.work();
    const paid = (await rowsOf(world, 'test', 'orders')).find((row) => row['merchant_order_no'] === 'TO-APPROVE');
    const body = { amount: '2000', reason: 'Returned', pay_password: DEMO_PAY_PASSWORD };
    expect(await world.post('test', `/orders/${paid?.id}/refund`, body)).toMatchObject({ status: 200 });
    const refund = (await rowsOf(world, 'test', 'refunds')).find((row) => row['order_id'] === paid?.id);
    expect(refund).toMatchObject({ status: 'pending_approval' });
    const id = refund?.id;
    const approval = { pay_password: DEMO_PAY_PASSWORD };
    expect((await world.post('test', `/refunds/${id}/approve`, approval)).status).toBe(403);
    expect((await world.post('live', `/refunds/${id}/approve`, approval)).status).toBe(404);
  });

  it("hides test sides from the platform's lists of merchants", async () => {
    const { login_token: operator } = await world.signIn('operator');
    const answer = await world.call({ url: '/prod-api/merchants?range=[0,999]', token: operator });
    const found = z
      .array(z.object({ id: z.string(), merchant_no: z.string() }))
      .parse(answer.json<{ data: unknown }>().data);
    expect(found.filter(({ merchant_no }) => merchant_no === MERCHANT).map(({ id }) => id)).toEqual([world.ids.live]);
    expect(found.map(({ id }) => id)).not.toContain(world.ids.test);
    const url = '/prod-api/adjustments';
    const headers = { 'idempotency-key': 'adjusts-a-test-side' };
    const payload = {
      tenant_id: world.ids.test,
      currency: 'CNY',
      amount: '100',
      reason: 'none',
      pay_password: DEMO_PAY_PASSWORD,
    };
    expect((await world.call({ method: 'POST', url, token: operator, headers, payload })).statusCode).toBe(422);
  });
});

describe('without any channel connected', () => {
  it('connects channels of the test side to the sandbox, and leaves those of the live side unconnected', async () => {
    const world = await testModeWorld({ app: { channels: new Map() } });
    await world.db.kysely.deleteFrom('channel_connections').execute();
    const channel = (await rowsOf(world, 'test', 'channels')).find(({ type }) => type === 'collection');
    const order = { merchant_order_no: 'A-1', channel: String(channel?.['code']), amount: '12300' };
    expect(await world.gateway('live', 'collect', order)).toMatchObject({ status: 422 });
    expect(await world.gateway('test', 'collect', order)).toMatchObject({
      status: 201,
      data: { pay_url: expect.stringContaining('/gateway/pay/') },
    });
    await world.close();
  });
});

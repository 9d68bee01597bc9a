import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { createDeposits } from '#server/modules/deposits/service.ts';
import { Actions, rowsOf, SIDES, testModeWorld, type TestModeWorld } from '../testMode/testModeWorld.ts';

const answerSchema = z.object({ msg: z.string(), data: z.unknown() });
const recordSchema = z.looseObject({ id: z.string() });

describe('a merchant that the platform suspends', () => {
  let world: TestModeWorld;
  let operator = '';
  beforeAll(async () => {
    world = await testModeWorld();
    operator = (await world.signIn('operator')).login_token;
  });
  afterAll(() => world.close());

  async function act(action: string, id: string, reason: string | null = 'Chargebacks', token = operator) {
    const answer = await world.call({
      method: 'POST',
      url: `/prod-api/merchants/${id}/${action}`,
      token,
      payload: { reason },
    });
    return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
  }
  async function read(path: string, token = operator) {
    const answer = await world.call({ url: `/prod-api/${path}`, token });
    return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
  }
  async function signsIn(username: string): Promise<boolean> {
    world.clock.advance(30);
    const payload = { username, password: DEMO_PASSWORD, totp_code: await world.totpCode() };
    return (await world.app.inject({ method: 'POST', url: '/prod-api/login', payload })).statusCode === 200;
  }
  const statusOf = async (token: string) => (await read('channels', token)).status;
  async function subOf(id: string) {
    const { merchant_id } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', 'M100101')
      .where('parent_id', '=', id)
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    return merchant_id;
  }
  async function newestEntry(token: string) {
    const { data } = await read('audit-logs?range=[0,0]&filter=%7B%22resource%22%3A%22merchants%22%7D', token);
    return z.array(recordSchema).parse(data)[0];
  }

  it('is signed out together with those below it and rejected by the gateway, until it is resumed', async () => {
    const { live: id } = world.ids;
    const { login_token: sub } = await world.signIn('sub');
    expect(await Promise.all([statusOf(world.tokens.live), statusOf(world.tokens.test), statusOf(sub)])).toEqual([
      200, 200, 200,
    ]);
    expect(await act('suspend', id, null)).toMatchObject({
      status: 422,
      data: { errors: { reason: expect.any(String) } },
    });
    expect(await act('suspend', id)).toMatchObject({
      status: 200,
      data: {
        id,
        status: 'suspended',
        suspend_reason: 'Chargebacks',
        suspended_at: world.clock.now().toISOString(),
      },
    });
    expect(await Promise.all([statusOf(world.tokens.live), statusOf(world.tokens.test), statusOf(sub)])).toEqual([
      401, 401, 401,
    ]);
    expect([await signsIn('demo'), await signsIn('sub')]).toEqual([false, false]);
    for (const side of SIDES) {
      const answer = await world.gateway(side, 'query', { type: 'collect', merchant_order_no: 'X' });
      expect(answer.status).toBe(401);
    }
    expect(await act('suspend', id)).toMatchObject({ status: 409, data: { current: { status: 'suspended' } } });

    expect(await act('resume', id, 'Cleared')).toMatchObject({
      status: 200,
      data: { status: 'active', suspended_at: null, suspend_reason: null },
    });
    // Sessions aren't restored.
    expect(await Promise.all([statusOf(world.tokens.live), statusOf(sub)])).toEqual([401, 401]);
    expect(await signsIn('demo')).toBe(true);
    expect(await act('resume', id)).toMatchObject({ status: 409 });
    world.tokens.live = (await world.signIn('demo')).login_token;
  });

  it('says so to its users and those below once all three factors fit, and counts no failure', async () => {
    const { live: id } = world.ids;
    await act('suspend', id);
    const tell = async (username: string, change: Record<string, string> = {}, language = 'en') => {
      const payload = { username, password: DEMO_PASSWORD, totp_code: await world.totpCode(), ...change };
      const headers = { 'accept-language': language };
      const answer = await world.app.inject({ method: 'POST', url: '/prod-api/login', payload, headers });
      return [answer.statusCode, answerSchema.parse(answer.json()).msg];
    };
    world.clock.advance(30);
    const { name } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_id', '=', id)
      .select('name')
      .executeTakeFirstOrThrow();
    const wrong = [401, 'Incorrect username, password or authenticator code.'];
    // More often than failures would be let through.
    for (let tries = 0; tries < 12; tries += 1) {
      expect(await tell('demo')).toEqual([403, 'This merchant is suspended. Contact the payment company.']);
      expect(await tell('sub')).toEqual([403, `This merchant is disabled. Contact ${name}.`]);
    }
    expect(await tell('demo', {}, 'zh')).toEqual([403, '该商户已被暂停。请联系支付公司。']);
    expect(await tell('demo', { password: 'wrong' })).toEqual(wrong);
    expect(await tell('demo', { totp_code: '000000' })).toEqual(wrong);
    expect(await tell('sub', { password: 'wrong' })).toEqual(wrong);
    await act('resume', id);
    world.tokens.live = (await world.signIn('demo')).login_token;
  });

  it('finds the reason in both logs, under the platform’s name in its own', async () => {
    const { live: id } = world.ids;
    await act('suspend', id, 'Missing documents');
    const change = { action: 'merchants.suspend', after: { status: 'suspended', suspend_reason: 'Missing documents' } };
    expect(await newestEntry(operator)).toMatchObject({ ...change, record_id: id, actor_name: '沈航' });
    world.clock.advance(1);
    await act('resume', id, 'Documents received');
    world.tokens.live = (await world.signIn('demo')).login_token;
    const resumed = { action: 'merchants.resume', after: { status: 'active', reason: 'Documents received' } };
    const own = await newestEntry(world.tokens.live);
    expect(own).toMatchObject({ ...resumed, actor_id: null });
    expect(own?.['actor_name']).not.toBe('沈航');
  });

  it('has its money in progress completed', async () => {
    const { live: id } = world.ids;
    const actions = new Actions(world);
    const marks = [
      await actions.take({ side: 'live', kind: 'payout', amount: 50_000 }),
      await actions.take({ side: 'live', kind: 'collect', amount: 50_000 }),
    ];
    expect(await act('suspend', id)).toMatchObject({ status: 200 });
    await world.work();
    expect(await world.violations('live')).toEqual([]);
    for (const [list, mark] of [
      ['platform-payouts', marks[0]],
      ['platform-orders', marks[1]],
    ] as const) {
      const filter = encodeURIComponent(JSON.stringify({ q: mark }));
      const { data } = await read(`${list}?filter=${filter}`);
      expect([
        list,
        z
          .array(recordSchema)
          .parse(data)
          .map(({ status }) => status),
      ]).toEqual([list, ['success']]);
    }
    await act('resume', id);
    world.tokens.live = (await world.signIn('demo')).login_token;
  });

  describe('with requests that wait for an operator', () => {
    const proof = { pay_password: DEMO_PAY_PASSWORD };
    const reason = { reject_reason: 'The merchant is suspended' };
    async function post(path: string, payload: object) {
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await world.call({ method: 'POST', url: `/prod-api/${path}`, token: operator, headers, payload });
      return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
    }
    async function idOf(list: string, mark: string) {
      const filter = encodeURIComponent(JSON.stringify({ q: mark }));
      const { data } = await read(`${list}?filter=${filter}`);
      return z.array(recordSchema).length(1).parse(data)[0]?.id ?? '';
    }
    const AMOUNT = 50_000;
    let actions: Actions;
    beforeAll(() => {
      actions = new Actions(world);
    });

    it.each([
      {
        kind: 'withdrawal',
        acts: [
          ['approve', proof],
          ['succeed', proof],
        ],
        ends: 'success',
      },
      {
        kind: 'withdrawal',
        acts: [
          ['approve', proof],
          ['fail', { ...proof, ...reason }],
        ],
        ends: 'failed',
      },
      { kind: 'withdrawal', acts: [['reject', reason]], ends: 'rejected' },
      { kind: 'deposit', acts: [['pass', proof]], ends: 'pass' },
      { kind: 'deposit', acts: [['reject', reason]], ends: 'reject' },
    ] as const)('has a $kind decided until it ends as $ends', async ({ kind, acts, ends }) => {
      const { live: id } = world.ids;
      const mark = await actions.take({ side: 'live', kind, amount: AMOUNT });
      expect(await act('suspend', id)).toMatchObject({ status: 200 });
      const list = `${kind}-reviews`;
      const request = await idOf(list, mark);
      const shown = await read(`${list}/${request}`);
      expect(shown).toMatchObject({ status: 200, data: { merchant_standing: 'closed' } });
      expect(await read(`${list}/${request}/timeline`)).toMatchObject({ status: 200 });
      let last;
      for (const [verb, values] of acts) last = await post(`${list}/${request}/${verb}`, values);
      expect(last).toMatchObject({ status: 200, data: { status: ends } });
      expect(await world.violations('live')).toEqual([]);
      await act('resume', id);
      world.tokens.live = (await world.signIn('demo')).login_token;
    });
  });

  it('starts nothing new with a call that was in progress, and is told why', async () => {
    const { live: id } = world.ids;
    await act('suspend', id);
    // The call's session was checked before the suspension.
    const wanted = { channel_id: randomUUID(), amount: 50_000n, payer_name: 'Late', remark: null };
    const late = world.db.transaction((tx) =>
      createDeposits({ clock: world.clock }).request(
        tx,
        { merchantId: id, userId: randomUUID(), ip: '::1', userAgent: null },
        wanted,
      ),
    );
    await expect(late).rejects.toMatchObject({ id: 'account_suspended' });
    await act('resume', id);
    world.tokens.live = (await world.signIn('demo')).login_token;
  });

  it('has its balance adjusted, also by what was requested before', async () => {
    const { live: id, test } = world.ids;
    const second = (await world.signIn('operator2')).login_token;
    const proof = { pay_password: DEMO_PAY_PASSWORD };
    async function post(path: string, token: string, values: object) {
      const payload = { ...proof, ...values };
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await world.call({ method: 'POST', url: `/prod-api/adjustments${path}`, token, headers, payload });
      return { status: answer.statusCode, ...answerSchema.parse(answer.json()) };
    }
    const request = (tenant_id: string) =>
      post('', operator, { tenant_id, currency: 'CNY', amount: '-100', reason: 'Fraud' });
    const before = await request(id);
    expect(await act('suspend', id)).toMatchObject({ status: 200 });
    const during = await request(id);
    expect([before, during]).toMatchObject([{ status: 200 }, { status: 200 }]);
    for (const { data } of [before, during]) {
      const approved = await post(`/${recordSchema.parse(data).id}/approve`, second, {});
      expect(approved).toMatchObject({ status: 200, data: { status: 'pass' } });
    }
    for (const unknown of [test, randomUUID(), 'x']) {
      expect(await request(unknown)).toMatchObject({
        status: 422,
        data: { errors: { tenant_id: expect.any(String) } },
      });
    }
    await act('resume', id);
    world.tokens.live = (await world.signIn('demo')).login_token;
  });

  it('isn’t resumed by a parent that disables and enables its sub-merchants, nor vice versa', async () => {
    const sub = await subOf(world.ids.live);
    await act('suspend', sub);
    expect(await world.get('live', `/submerchants/${sub}`)).toMatchObject({ data: { status: 'suspended' } });
    const refused = await world.post('live', `/submerchants/${sub}/enable`, {});
    expect(refused).toMatchObject({ status: 409 });
    expect(await signsIn('sub')).toBe(false);
    await act('resume', sub);

    expect(await world.post('live', `/submerchants/${sub}/disable`, {})).toMatchObject({ status: 200 });
    await act('suspend', sub);
    expect(await act('resume', sub)).toMatchObject({ status: 200, data: { status: 'disabled' } });
    expect(await signsIn('sub')).toBe(false);
    expect(await world.post('live', `/submerchants/${sub}/enable`, {})).toMatchObject({ status: 200 });
    expect(await signsIn('sub')).toBe(true);
  });

  it('can’t be suspended by a merchant, nor by an edit of its record', async () => {
    const sub = await subOf(world.ids.live);
    for (const action of ['suspend', 'resume']) {
      expect(await act(action, sub, 'Why not', world.tokens.live)).toMatchObject({ status: 403 });
    }
    const answer = await world.call({
      method: 'PUT',
      url: `/prod-api/merchants/${sub}`,
      token: operator,
      payload: { status: 'disabled' },
    });
    expect([answer.statusCode, await signsIn('sub')]).toEqual([422, true]);
    expect((await rowsOf(world, 'live', 'submerchants')).map(({ status }) => status)).not.toContain('suspended');
  });
});

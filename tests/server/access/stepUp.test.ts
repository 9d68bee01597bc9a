import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { HARMLESS, MOVES_MONEY, PROVES_ITSELF, WIDENS } from './callsThatWrite.ts';

const BASE = '/prod-api';

const operationSchema = z.object({ 'x-step-up': z.string().optional(), requestBody: z.unknown().optional() });
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });
const errorSchema = z.object({ data: z.object({ error: z.string() }).nullable() });

describe('the confirmation of a session', () => {
  let world: World;
  const calls = new Map<string, z.output<typeof operationSchema>>();

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    const { paths } = documentSchema.parse((await world.call({ url: `${BASE}/openapi.json` })).json());
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (method === 'get') continue;
        calls.set(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, operation);
      }
    }
  });
  afterAll(() => world.close());

  const asks = (call: string, source: string) => JSON.stringify(calls.get(call)?.requestBody ?? '').includes(source);

  function make(call: string, token: string, payload: object = {}) {
    const [method = '', path = ''] = call.split(' ');
    const url = BASE + path.replace(':id', '01990000-0000-7000-8000-000000000000');
    return world.call({ method: z.enum(['POST', 'PUT', 'DELETE']).parse(method), url, payload, token });
  }

  async function confirm(token: string, proof: Partial<Record<'pay_password' | 'totp_code', string>> = {}) {
    world.clock.advance(30);
    const payload = { pay_password: DEMO_PAY_PASSWORD, totp_code: await world.totpCode(), ...proof };
    return world.call({ method: 'POST', url: `${BASE}/session/confirm`, payload, token });
  }

  const errorOf = (answer: { json(): unknown }) => errorSchema.safeParse(answer.json()).data?.data?.error ?? null;

  it('has a class for each call that writes', () => {
    const classed = [...Object.keys(WIDENS), ...PROVES_ITSELF, ...MOVES_MONEY, ...HARMLESS];
    expect(classed.toSorted()).toEqual([...calls.keys()].toSorted());
  });

  it('marks in openapi.json exactly the calls that need it', () => {
    const marked = [...calls].flatMap(([call, { 'x-step-up': mark }]) => (mark === undefined ? [] : [[call, mark]]));
    expect(Object.fromEntries(marked)).toEqual(WIDENS);
  });

  it('leaves the payment password to calls that move money', () => {
    for (const call of MOVES_MONEY) expect([call, asks(call, 'pay_password')]).toEqual([call, true]);
  });

  it.each(['demo', 'operator'])('lets a session of %s make none of them by its token alone', async (username) => {
    const { login_token: token } = await world.signInUnconfirmed(username);
    const confirmed = (await world.signIn(username)).login_token;
    const refused = { call: expect.any(String), status: 403, error: 'confirmation_required' };
    let tried = 0;
    for (const [call, mark] of Object.entries(WIDENS)) {
      if (mark === 'sometimes') continue;
      // Not for users of this kind of tenant.
      if ((await make(call, confirmed)).statusCode === 403) continue;
      const answer = await make(call, token);
      expect({ call, status: answer.statusCode, error: errorOf(answer) }).toEqual(refused);
      tried += 1;
    }
    expect(tried).toBeGreaterThan(8);
  });

  it('serves its session for five minutes', async () => {
    const { login_token: token } = await world.signInUnconfirmed('demo');
    const answer = await confirm(token);
    expect(answer.statusCode).toBe(200);
    const { confirmed_until: until } = z
      .object({ data: z.object({ confirmed_until: z.iso.datetime() }) })
      .parse(answer.json()).data;
    expect(new Date(until).getTime() - world.clock.now().getTime()).toBe(300_000);
    world.clock.advance(299);
    expect(errorOf(await make('POST /payees', token))).toBe('validation');
    world.clock.advance(1);
    expect(errorOf(await make('POST /payees', token))).toBe('confirmation_required');
  });

  it('serves no other session of the user', async () => {
    const [one, other] = [await world.signInUnconfirmed('demo'), await world.signInUnconfirmed('demo')];
    await confirm(one.login_token);
    expect(errorOf(await make('POST /payees', other.login_token))).toBe('confirmation_required');
  });

  it.each([
    ['a wrong payment password', { pay_password: '000000' }],
    ['a wrong code', { totp_code: '000000' }],
    ['no payment password', { pay_password: '' }],
  ])('is refused with %s', async (_, proof) => {
    const { login_token: token } = await world.signInUnconfirmed('demo');
    expect((await confirm(token, proof)).statusCode).toBe(422);
    expect(errorOf(await make('POST /payees', token))).toBe('confirmation_required');
  });

  it('takes each code once', async () => {
    const { login_token: token } = await world.signInUnconfirmed('demo');
    const used = { totp_code: await world.totpCode() };
    const answer = await world.call({
      method: 'POST',
      url: `${BASE}/session/confirm`,
      payload: { pay_password: DEMO_PAY_PASSWORD, ...used },
      token,
    });
    expect(answer.statusCode).toBe(422);
  });

  it('is not needed for test data', async () => {
    const { login_token: live } = await world.signInUnconfirmed('demo');
    const entered = await world.call({ method: 'POST', url: `${BASE}/test-mode/enter`, token: live });
    const token = z.object({ data: z.object({ login_token: z.string() }) }).parse(entered.json()).data.login_token;
    expect(errorOf(await make('POST /payees', token))).toBe('validation');
    // Users are those of the live side.
    expect(errorOf(await make('POST /users/invite', token))).toBe('confirmation_required');
  });

  it('is needed to turn statements by email on, and to save a payee with a payment', async () => {
    const { login_token: token } = await world.signInUnconfirmed('demo');
    expect(errorOf(await make('PUT /own-account/statement-mail', token, { is_on: true }))).toBe(
      'confirmation_required',
    );
    expect((await make('PUT /own-account/statement-mail', token, { is_on: false })).statusCode).toBe(200);
    const channels = await world.call({ url: `${BASE}/payment-requests/form`, token });
    const [channel] = z
      .object({ data: z.object({ channels: z.array(z.object({ id: z.string() })) }) })
      .parse(channels.json()).data.channels;
    const payment = {
      channel_id: channel?.id,
      amount: '10000',
      payee_name: 'Li Wei',
      card_number: '6222020200011234567',
      bank_name: 'ICBC',
      pay_password: DEMO_PAY_PASSWORD,
    };
    const pay = (key: string, body: object) =>
      world.call({
        method: 'POST',
        url: `${BASE}/payment-requests`,
        headers: { 'idempotency-key': key },
        payload: body,
        token,
      });
    expect(errorOf(await pay('saves-a-payee', { ...payment, save_payee: true }))).toBe('confirmation_required');
    expect((await pay('saves-no-payee', payment)).statusCode).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEMO_PAY_PASSWORD } from '#server/demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const BASE = '/prod-api';

/** Calls that widen who may act, or redirect where money may go, and need a confirmed session. */
const WIDENS: Readonly<Record<string, 'always' | 'sometimes'>> = {
  'POST /bankcards': 'always',
  'PUT /bankcards/:id': 'always',
  'POST /bankcards/:id/enable': 'always',
  'POST /merchant-rates': 'always',
  'PUT /merchant-rates/:id': 'always',
  'POST /merchants': 'always',
  'PUT /merchants/:id': 'always',
  'POST /merchants/:id/invite': 'always',
  'POST /merchants/:id/resume': 'always',
  // Links are sent to this address.
  'PUT /own-account/contact': 'always',
  // Turning it on, not off.
  'PUT /own-account/statement-mail': 'sometimes',
  'POST /payees': 'always',
  'PUT /payees/:id': 'always',
  'POST /payees/:id/enable': 'always',
  // If it saves the payee.
  'POST /payment-requests': 'sometimes',
  'POST /platform-channels': 'always',
  'PUT /platform-channels/:id': 'always',
  'PUT /platform-settings/:id': 'always',
  'PUT /role-permissions/:id': 'always',
  'POST /submerchants/invite': 'always',
  'POST /submerchants/:id/enable': 'always',
  'POST /submerchants/:id/reinvite': 'always',
  'PUT /users/:id': 'always',
  'POST /users/invite': 'always',
  'POST /users/:id/enable': 'always',
  'POST /users/:id/reinvite': 'always',
  'POST /users/:id/reset_password': 'always',
  'POST /users/:id/reset_totp': 'always',
};

/** Calls that ask for payment password and code, or for the login password, themselves. */
const PROVES_ITSELF = [
  'POST /md5-key/update',
  'POST /signing-keys/add',
  'POST /signing-keys/:id/change',
  'POST /signing-keys/:id/replace',
  'POST /own-account/authenticator',
  'POST /own-account/authenticator/confirm',
  'POST /own-account/recovery-codes',
  'POST /login-pwd/update',
  'POST /pay-pwd/update',
  'POST /session/confirm',
];

/** Calls that move money or decide about it, each by the payment password. */
const MOVES_MONEY = [
  'POST /adjustments',
  'POST /adjustments/:id/approve',
  'POST /batch-transfers/:id/submit',
  'POST /deposit-reviews/:id/pass',
  'POST /orders/:id/refund',
  'POST /payment-requests/:id/approve',
  'POST /payouts/:id/pay_again',
  'POST /refunds/:id/approve',
  'POST /withdrawal-reviews/:id/approve',
  'POST /withdrawal-reviews/:id/fail',
  'POST /withdrawal-reviews/:id/succeed',
  'POST /withdrawals',
];

/** All other calls that write: they narrow, only read by POST, or change nothing about people and money. */
const HARMLESS = [
  // Shown once, to users who may: each asks for the payment password.
  'POST /bankcards/:id/reveal',
  'POST /payees/:id/reveal',
  'POST /payment-requests/:id/reveal',
  'POST /payouts/:id/reveal',
  'POST /withdrawals/:id/reveal',
  // Quotes and checks.
  'POST /adjustments/quote',
  'POST /batch-transfers/:id/submit/quote',
  'POST /deposits/quote',
  'POST /enrolment/check',
  'POST /orders/:id/refund/quote',
  'POST /payment-requests/:id/approve/quote',
  'POST /payment-requests/quote',
  'POST /payouts/:id/pay_again/quote',
  'POST /withdrawals/quote',
  // By the link's token, which such a call has created.
  'POST /enrolment/complete',
  // Rejections and cancellations return money to its owner.
  'POST /adjustments/:id/reject',
  'POST /deposit-reviews/:id/reject',
  'POST /payment-requests/:id/cancel',
  'POST /payment-requests/:id/reject',
  'POST /refunds/:id/cancel',
  'POST /refunds/:id/reject',
  'POST /withdrawal-reviews/:id/reject',
  'POST /withdrawals/:id/cancel',
  // A request that the platform decides, for money that comes in.
  'POST /deposits',
  // Drafts: only submitting them moves money.
  'DELETE /batch-transfer-items/:id',
  'POST /batch-transfers/:id/accept-cards',
  'POST /batch-transfers/:id/discard',
  'POST /batch-transfers/:id/recheck',
  'POST /batch-transfers/:id/repeat-failed',
  'POST /batch-transfers/upload',
  'PUT /batch-transfer-items/:id/cells',
  // Narrow what is possible.
  'POST /bankcards/:id/disable',
  'POST /md5-key/end-old',
  'POST /merchants/:id/suspend',
  'POST /own-account/sessions/:session_id/end',
  'POST /own-account/sessions/end-others',
  'POST /payees/:id/disable',
  'POST /sessions/:id/end',
  'POST /signing-keys/:id/revoke',
  'POST /submerchants/:id/disable',
  'POST /users/:id/disable',
  'POST /users/:id/end_sessions',
  // Only the one preselected among usable cards.
  'POST /bankcards/:id/set_default',
  // A role without users, or its name. A copy has no users and no more permissions than its author.
  'DELETE /roles/:id',
  'POST /roles',
  'POST /roles/:id/copy',
  'PUT /roles/:id',
  // What users see and are told, not what they may.
  'DELETE /menus/:id',
  'DELETE /role-preview',
  'DELETE /tasks/:id',
  'POST /base-info/update',
  'POST /menus',
  'POST /menus/missing',
  'POST /menus/move',
  'POST /notifications/read',
  'POST /orders/:id/notify',
  'POST /payouts/:id/notify',
  'POST /refunds/:id/notify',
  'POST /role-preview/:role_id',
  'POST /tasks',
  'POST /tasks/:id/cancel',
  'POST /webhook-notifications/resend',
  'PUT /menus/:id',
  'PUT /own-account/notifications',
  'PUT /own-account/time-zone',
  'PUT /submerchants/:id',
  // The session's own beginning and end, and its side.
  'POST /login',
  'POST /logout',
  'POST /test-mode/enter',
  'POST /test-mode/gateway-calls',
  'POST /test-mode/leave',
];

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

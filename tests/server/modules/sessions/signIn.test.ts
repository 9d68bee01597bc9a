import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecoveryCodes } from '#server/credentials/recoveryCodes.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '../../../support/testDatabase.ts';
import { startWorld, type World } from '../../../support/world.ts';

describe('signing in', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
  });
  afterAll(() => world.close());

  async function attempt(change: Record<string, unknown> = {}) {
    const payload = { username: 'demo', password: DEMO_PASSWORD, totp_code: await world.totpCode(), ...change };
    const answer = await world.call({ method: 'POST', url: '/prod-api/login', payload });
    const { code, msg, data } = answer.json<{ code: number; msg: string; data: { error?: string; errors?: object } }>();
    return { status: answer.statusCode, code, msg, data };
  }

  /** A rejection without its request ID. */
  async function refusal(change: Record<string, unknown>) {
    const { status, code, msg, data } = await attempt(change);
    return { status, code, msg, error: data.error };
  }

  const REFUSED = {
    status: 401,
    code: 40_100,
    msg: 'Incorrect username, password or authenticator code.',
    error: 'invalid_credentials',
  };

  const WAITS = { status: 429, code: 42_900, error: 'too_many' };

  async function recoveryCodesOf(username: string): Promise<string[]> {
    const recovery = createRecoveryCodes({ clock: world.clock, cipher: world.cipher });
    const user = await world.db.kysely
      .selectFrom('users')
      .where('username', '=', username)
      .select(['merchant_id as merchantId', 'id as userId'])
      .executeTakeFirstOrThrow();
    return world.db.transaction((tx) => recovery.renew(tx, user));
  }

  it('returns a token, the currency and the menu', async () => {
    const { login_token, currency_data, routers } = await world.signIn('demo');
    expect(login_token).toMatch(/^[\w-]{64}$/);
    expect(currency_data).toEqual({
      currency: 'CNY',
      is_divide_hundred: 1,
      time_zone: 'Asia/Shanghai',
      tenant_time_zone: 'Asia/Shanghai',
    });
    expect(routers.map(({ url_name }) => url_name)).toContain('dashboard');
    expect((await world.signIn('tokyo')).currency_data).toMatchObject({ currency: 'JPY', is_divide_hundred: 0 });
  });

  it('gives the same response to an unknown user, a wrong password and a wrong code', async () => {
    world.clock.advance(30);
    expect(await refusal({ username: 'nobody' })).toEqual(REFUSED);
    expect(await refusal({ password: 'wrong' })).toEqual(REFUSED);
    expect(await refusal({ totp_code: '000000' })).toEqual(REFUSED);
    expect(await refusal({ password: `${DEMO_PASSWORD} ` })).toEqual(REFUSED);
  });

  it('ignores spaces around the username, and its case', async () => {
    world.clock.advance(30);
    expect((await attempt({ username: ' DEMO ' })).status).toBe(200);
  });

  const USED = {
    status: 422,
    code: 42_200,
    error: 'validation',
    errors: { totp_code: 'This code has already been used. Wait for the next one.' },
  };
  async function explained(change: Record<string, unknown>) {
    const { status, code, data } = await attempt(change);
    return { status, code, error: data.error, ...(data.errors && { errors: data.errors }) };
  }

  it('accepts each code once per user, and says so to those who know the password', async () => {
    world.clock.advance(30);
    expect((await attempt()).status).toBe(200);
    expect(await explained({})).toEqual(USED);
    expect(await refusal({ password: 'wrong' })).toEqual(REFUSED);
    expect((await attempt({ username: 'checker' })).status).toBe(200);
    // An older code that still fits isn't the one just used.
    const older = await world.totpCode();
    world.clock.advance(30);
    expect((await attempt()).status).toBe(200);
    expect(await refusal({ totp_code: older })).toEqual(REFUSED);
    expect(await explained({})).toEqual(USED);
  });

  it('accepts a code once also in eight concurrent calls', async () => {
    world.clock.advance(30);
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt({ username: 'tokyo' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 422),
    ]);
  });

  it('accepts a recovery code once, and says so to those who know the password', async () => {
    const [code] = await recoveryCodesOf('tokyo');
    expect((await attempt({ username: 'tokyo', totp_code: code })).status).toBe(200);
    expect(await explained({ username: 'tokyo', totp_code: code })).toMatchObject({
      status: 422,
      errors: { totp_code: 'This recovery code has already been used. Use another one.' },
    });
    expect(await refusal({ username: 'tokyo', totp_code: code, password: 'wrong' })).toEqual(REFUSED);
  });

  it("doesn't count used codes as failures, nor as successes", async () => {
    world.clock.advance(30);
    const code = await world.totpCode();
    const right = Array.from({ length: 30 }, () => attempt({ username: 'operator2', totp_code: code }));
    const statuses = (await Promise.all(right)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (let failure = 0; failure < 3; failure += 1) {
      await refusal({ username: 'operator2', totp_code: '000000' });
      expect(await explained({ username: 'operator2', totp_code: code })).toEqual(failure < 2 ? USED : WAITS);
    }
    world.clock.advance(30);
    expect((await attempt({ username: 'operator2' })).status).toBe(200);
  });

  it.each([
    [{ totp_code: '12345' }, 'totp_code'],
    [{ totp_code: '１２３４５６' }, 'totp_code'],
    [{ totp_code: 123_456 }, 'totp_code'],
    [{ username: '' }, 'username'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ username: ['demo'] }, 'username'],
    [{ remember_me: true }, 'remember_me'],
  ])('rejects %j and names the field', async (change, field) => {
    const { status, data } = await attempt(change);
    expect(status).toBe(422);
    expect(Object.keys(data.errors ?? {})).toEqual([field]);
  });
});

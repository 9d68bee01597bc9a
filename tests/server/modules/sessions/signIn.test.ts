import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#server/demo/signIns.ts';
import { USUAL_DATABASE } from '../../../support/testDatabase.ts';
import { startWorld, type World } from '../../../support/world.ts';

const MINUTE = 60;

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

  it('accepts each code once per user', async () => {
    world.clock.advance(30);
    expect((await attempt()).status).toBe(200);
    expect(await refusal({})).toEqual(REFUSED);
    expect((await attempt({ username: 'checker' })).status).toBe(200);
  });

  it('accepts a code once also in eight concurrent calls', async () => {
    world.clock.advance(30);
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt({ username: 'tokyo' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('locks a user after ten failures for half an hour, with the same response', async () => {
    world.clock.advance(30);
    for (let failure = 0; failure < 10; failure += 1) await refusal({ username: 'viewer', password: 'wrong' });
    expect(await refusal({ username: 'viewer' })).toEqual(REFUSED);
    world.clock.advance(29 * MINUTE);
    expect(await refusal({ username: 'viewer' })).toEqual(REFUSED);
    world.clock.advance(2 * MINUTE);
    expect((await attempt({ username: 'viewer' })).status).toBe(200);
  });

  it('resets failures after a success', async () => {
    world.clock.advance(30);
    for (let failure = 0; failure < 9; failure += 1) await refusal({ username: 'sub', password: 'wrong' });
    expect((await attempt({ username: 'sub' })).status).toBe(200);
    world.clock.advance(30);
    for (let failure = 0; failure < 9; failure += 1) await refusal({ username: 'sub', password: 'wrong' });
    expect((await attempt({ username: 'sub' })).status).toBe(200);
  });

  it('checks no more than ten of sixty concurrent guesses', async () => {
    world.clock.advance(30);
    const code = await world.totpCode();
    const wrong = Array.from({ length: 60 }, () =>
      attempt({ username: 'operator', password: 'wrong', totp_code: code }),
    );
    await Promise.all(wrong);
    expect(await refusal({ username: 'operator' })).toEqual(REFUSED);
    const row = await world.db.kysely
      .selectFrom('sign_in_attempts')
      .where('username', '=', 'operator')
      .select(['failures', 'locked_until'])
      .executeTakeFirstOrThrow();
    expect(row.failures).toBe(60);
    expect(row.locked_until).not.toBeNull();
  });

  it("doesn't lock a user after thirty concurrent correct sign-ins", async () => {
    world.clock.advance(30);
    const code = await world.totpCode();
    const right = Array.from({ length: 30 }, () => attempt({ username: 'operator2', totp_code: code }));
    const statuses = (await Promise.all(right)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await refusal({ username: 'operator2', totp_code: code })).toEqual(REFUSED);
    world.clock.advance(30);
    expect((await attempt({ username: 'operator2' })).status).toBe(200);
  });

  it("doesn't reset failures with a used code", async () => {
    world.clock.advance(30);
    const code = await world.totpCode();
    expect((await attempt({ username: 'checker', totp_code: code })).status).toBe(200);
    for (let failure = 0; failure < 10; failure += 1) {
      await refusal({ username: 'checker', totp_code: '000000' });
      await refusal({ username: 'checker', totp_code: code });
    }
    world.clock.advance(30);
    expect(await refusal({ username: 'checker' })).toEqual(REFUSED);
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

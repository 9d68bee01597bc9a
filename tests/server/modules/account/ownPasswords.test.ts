import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { entriesOf } from '#server/audit/readAudit.ts';
import { hashPassword } from '#server/crypto/password.ts';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#demo/signIns.ts';

const NEW_PASSWORD = 'kitchen table 41';
const NEW_PAY_PASSWORD = '135791';

describe('a user’s own passwords', () => {
  let world: World;
  let hashes: { password_hash: string; pay_password_hash: string | null };
  let demo: { merchant_id: string; id: string };
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    demo = await userOf('demo');
    hashes = {
      password_hash: await hashPassword(DEMO_PASSWORD),
      pay_password_hash: await hashPassword(DEMO_PAY_PASSWORD),
    };
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    // Past any lock and rate limit.
    world.clock.advance(2 * 3600);
    await world.db.kysely.deleteFrom('login_password_attempts').execute();
    await world.db.kysely.deleteFrom('pay_password_attempts').execute();
    await give(hashes);
    token = (await world.signIn('demo')).login_token;
  });

  const userOf = (username: string) =>
    world.db.kysely
      .selectFrom('users')
      .where('username', '=', username)
      .select(['merchant_id', 'id'])
      .executeTakeFirstOrThrow();

  const give = (change: Partial<typeof hashes>) =>
    world.db.kysely.updateTable('users').set(change).where('id', '=', demo.id).execute();

  async function call(method: 'GET' | 'POST', url: string, payload?: object, as = token) {
    const answer = await world.call({
      method,
      url: `/prod-api${url}`,
      token: as,
      headers: { 'user-agent': 'A browser' },
      ...(payload && { payload }),
    });
    const { data } = answer.json<{ data: { errors?: Record<string, string> } | null }>();
    return { status: answer.statusCode, data, errors: data?.errors ?? null };
  }
  const changeLogin = (body: object = {}) =>
    call('POST', '/login-pwd/update', { old_password: DEMO_PASSWORD, new_password: NEW_PASSWORD, ...body });
  const changePay = (body: object = {}) =>
    call('POST', '/pay-pwd/update', {
      old_pay_password: DEMO_PAY_PASSWORD,
      new_pay_password: NEW_PAY_PASSWORD,
      ...body,
    });
  const isSignedIn = async (as: string) => (await call('GET', '/own-passwords', undefined, as)).status === 200;
  const lastAudit = () =>
    entriesOf(world.db.kysely, demo.merchant_id, 'users', demo.id).selectAll().limit(1).executeTakeFirst();

  it('are only reported as set or not', async () => {
    expect((await call('GET', '/own-passwords')).data).toEqual({ username: 'demo', has_pay_password: true });
    const info = async () => (await call('GET', '/vue-element-admin/user/info')).data;
    expect(await info()).not.toHaveProperty('pay_password');
    await give({ pay_password_hash: null });
    expect(await info()).toMatchObject({ pay_password: 'unset' });
    expect((await call('GET', '/own-passwords')).data).toEqual({ username: 'demo', has_pay_password: false });
  });

  it('require a session to be changed', async () => {
    for (const path of ['login-pwd', 'pay-pwd']) {
      expect((await world.call({ method: 'POST', url: `/prod-api/${path}/update`, payload: {} })).statusCode).toBe(401);
    }
  });

  describe('the login password', () => {
    it('is replaced; its session continues and all others end', async () => {
      const { login_token: elsewhere } = await world.signIn('demo');
      const { login_token: colleague } = await world.signIn('checker');
      expect(await changeLogin()).toMatchObject({ status: 200, data: null });
      expect(await Promise.all([token, elsewhere, colleague].map(isSignedIn))).toEqual([true, false, true]);
      const signIn = async (password: string) => {
        world.clock.advance(30);
        const payload = { username: 'demo', password, totp_code: await world.totpCode() };
        return (await world.call({ method: 'POST', url: '/prod-api/login', payload })).statusCode;
      };
      expect(await signIn(DEMO_PASSWORD)).toBe(401);
      expect(await signIn(NEW_PASSWORD)).toBe(200);
    });

    it('leaves an audit entry without a trace of the password', async () => {
      await changeLogin();
      expect(await lastAudit()).toMatchObject({
        action: 'users.change_login_password',
        actor_id: demo.id,
        before: null,
        after: null,
        user_agent: 'A browser',
      });
    });

    it.each([
      ['too short', 'kitchen 41', '12 to 128'],
      ['with the username in it', 'my DEMO password', 'username'],
      ['that is common', 'Password 123456', 'too common'],
      ['that is the old one', DEMO_PASSWORD, 'same as the current'],
    ])("can't be one %s", async (_what, password, words) => {
      // The demo's old password contains the username. This one follows the rules.
      if (password === DEMO_PASSWORD) await give({ password_hash: await hashPassword(NEW_PASSWORD) });
      const body = password === DEMO_PASSWORD ? { old_password: NEW_PASSWORD, new_password: NEW_PASSWORD } : null;
      const refused = await changeLogin(body ?? { new_password: password });
      expect(refused).toMatchObject({ status: 422, errors: { new_password: expect.stringContaining(words) } });
    });

    it("can't equal the payment password", async () => {
      await give({ pay_password_hash: await hashPassword(NEW_PASSWORD) });
      const refused = await changeLogin();
      expect(refused).toMatchObject({ status: 422, errors: { new_password: expect.stringContaining('payment') } });
      expect(await isSignedIn(token)).toBe(true);
    });

    it("can't be guessed from a session: five failures lock it for half an hour", async () => {
      for (const left of [4, 3, 2, 1]) {
        const wrong = await changeLogin({ old_password: 'wrong' });
        expect(wrong).toMatchObject({ status: 422, errors: { old_password: expect.stringContaining(`${left}`) } });
      }
      await changeLogin({ old_password: 'wrong' });
      world.clock.advance(10 * 60);
      expect((await changeLogin()).errors?.['old_password']).toContain('20 min');
      world.clock.advance(10 * 60);
      await isSignedIn(token);
      world.clock.advance(10 * 60);
      expect((await changeLogin()).status).toBe(200);
    });

    it('changes once in two concurrent calls', async () => {
      const answers = await Promise.all([changeLogin(), changeLogin({ new_password: 'another table 42' })]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).not.toEqual([200, 200]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
    });
  });

  describe('the payment password', () => {
    it('is replaced without ending any session', async () => {
      const { login_token: elsewhere } = await world.signIn('demo');
      expect(await changePay()).toMatchObject({ status: 200, data: null });
      expect(await Promise.all([token, elsewhere].map(isSignedIn))).toEqual([true, true]);
      expect((await changePay()).errors?.['old_pay_password']).toContain('Attempts left: 4');
      expect((await changePay({ old_pay_password: NEW_PAY_PASSWORD, new_pay_password: '246813' })).status).toBe(200);
      expect(await lastAudit()).toMatchObject({ action: 'users.change_pay_password', before: null, after: null });
    });

    it('is set for the first time with the login password', async () => {
      await give({ pay_password_hash: null });
      const { status, errors } = await changePay();
      expect({ status, errors }).toEqual({
        status: 422,
        errors: { login_password: expect.stringContaining('required') },
      });
      const first = (password: string) =>
        call('POST', '/pay-pwd/update', { login_password: password, new_pay_password: NEW_PAY_PASSWORD });
      expect((await first('wrong')).errors?.['login_password']).toContain('Attempts left: 4');
      expect((await first(DEMO_PASSWORD)).status).toBe(200);
      expect(await lastAudit()).toMatchObject({ action: 'users.set_pay_password' });
      // From now on the old one is required.
      expect((await first(DEMO_PASSWORD)).errors?.['old_pay_password']).toContain('required');
    });

    it.each([
      ['too short', '13579', '6 to 32'],
      ['of one digit', '888888', '123456'],
      ['that counts', '456789', '123456'],
      ['that is the old one', DEMO_PAY_PASSWORD, 'same as the current'],
      ['that is the login password', DEMO_PASSWORD, 'login password'],
    ])("can't be one %s", async (_what, password, words) => {
      const refused = await changePay({ new_pay_password: password });
      expect(refused).toMatchObject({ status: 422, errors: { new_pay_password: expect.stringContaining(words) } });
    });

    it('shares its five attempts with the calls that move money', async () => {
      for (let tries = 0; tries < 5; tries += 1) await changePay({ old_pay_password: '000000' });
      expect((await changePay()).errors?.['old_pay_password']).toContain('30 min');
    });

    it("can't be changed so often that it reveals the login password", async () => {
      let old = DEMO_PAY_PASSWORD;
      for (let change = 0; change < 5; change += 1) {
        const chosen = `guess ${change}`;
        expect((await changePay({ old_pay_password: old, new_pay_password: chosen })).status).toBe(200);
        old = chosen;
      }
      const asked = { old_pay_password: old, new_pay_password: DEMO_PASSWORD };
      expect((await changePay(asked)).status).toBe(429);
      world.clock.advance(10 * 60);
      await isSignedIn(token);
      expect((await changePay(asked)).status).toBe(429);
    });
  });
});

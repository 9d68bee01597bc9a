import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entriesOf } from '#server/audit/readAudit.ts';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const BASE = '/own-account';
const MINUTE = 60;
const beginSchema = z.object({ totp_secret: z.string(), otpauth_url: z.string(), expires_at: z.string() });
const codesSchema = z.object({ recovery_codes: z.array(z.string()) });

describe("the user's account", () => {
  let world: World;
  let demo: { merchant_id: string; id: string };
  let token: string;
  let stored: string | null;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    const user = await userOf('demo');
    demo = user;
    stored = user.totp_secret;
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    // Past any lock, and with the authenticator of the demo.
    world.clock.advance(60 * MINUTE);
    await world.db.kysely.deleteFrom('login_password_attempts').execute();
    await world.db.kysely.deleteFrom('totp_attempts').execute();
    const given = { totp_secret: stored, totp_last_step: null, time_zone: null };
    await world.db.kysely.updateTable('users').set(given).where('id', '=', demo.id).execute();
    token = (await world.signIn('demo')).login_token;
  });

  const userOf = (username: string) =>
    world.db.kysely.selectFrom('users').where('username', '=', username).selectAll().executeTakeFirstOrThrow();

  async function call(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, as = token) {
    const answer = await world.call({ method, url: `/prod-api${path}`, token: as, ...(payload && { payload }) });
    const { data, error } = answer.json<{ data: { errors?: Record<string, string> } | null; error?: string }>();
    return { status: answer.statusCode, data, error, errors: data?.errors ?? null };
  }
  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) });
  /** A code that has not been used. */
  async function freshCode(): Promise<string> {
    world.clock.advance(30);
    return codeOf(DEMO_TOTP_SECRET);
  }
  async function begin(code?: string) {
    const body = { password: DEMO_PASSWORD, totp_code: code ?? (await freshCode()) };
    const { data } = await call('POST', `${BASE}/authenticator`, body);
    return beginSchema.parse(data);
  }
  const confirm = async (secret: string, as = token) =>
    call('POST', `${BASE}/authenticator/confirm`, { totp_code: await codeOf(secret) }, as);
  async function signIn(secret: string, code?: string) {
    world.clock.advance(30);
    const payload = { username: 'demo', password: DEMO_PASSWORD, totp_code: code ?? (await codeOf(secret)) };
    return (await world.call({ method: 'POST', url: '/prod-api/login', payload })).statusCode;
  }
  const isSignedIn = async (as: string) => (await call('GET', BASE, undefined, as)).status === 200;
  const lastAudit = () =>
    entriesOf(world.db.kysely, demo.merchant_id, 'users', demo.id).selectAll().limit(1).executeTakeFirstOrThrow();

  describe('its authenticator', () => {
    it('is replaced once a code of the new one is confirmed, with new recovery codes, and ends other sessions', async () => {
      const { login_token: elsewhere } = await world.signIn('demo');
      const { totp_secret: secret, otpauth_url: url } = await begin();
      expect(url).toContain(secret);
      expect((await userOf('demo')).totp_secret).toBe(stored);
      const pending = await world.db.kysely.selectFrom('authenticator_changes').selectAll().executeTakeFirstOrThrow();
      expect(pending.totp_secret).not.toContain(secret);

      const { status, data } = await confirm(secret);
      expect(status).toBe(200);
      const [first = ''] = codesSchema.parse(data).recovery_codes;
      expect(await Promise.all([token, elsewhere].map(isSignedIn))).toEqual([true, false]);
      expect(await signIn(DEMO_TOTP_SECRET)).toBe(401);
      expect(await signIn(secret)).toBe(200);
      expect(await signIn(secret, first)).toBe(200);
      expect(
        await entriesOf(world.db.kysely, demo.merchant_id, 'users', demo.id).select('action').execute(),
      ).toContainEqual({
        action: 'users.change_authenticator',
      });
    });

    it("stays valid until then, and can't be replaced without password and code", async () => {
      await begin();
      expect(await signIn(DEMO_TOTP_SECRET)).toBe(200);
      const code = await freshCode();
      const wrong = await call('POST', `${BASE}/authenticator`, { password: 'wrong', totp_code: code });
      expect(wrong).toMatchObject({ status: 422, errors: { password: expect.any(String) } });
      const good = { password: DEMO_PASSWORD, totp_code: code };
      expect((await call('POST', `${BASE}/authenticator`, good)).status).toBe(200);
      // The same code a second time.
      expect(await call('POST', `${BASE}/authenticator`, good)).toMatchObject({
        status: 422,
        errors: { totp_code: expect.any(String) },
      });
    });

    it('can also be replaced with an unused recovery code', async () => {
      const { data } = await call('POST', `${BASE}/recovery-codes`, { totp_code: await freshCode() });
      const [code = ''] = codesSchema.parse(data).recovery_codes;
      const { totp_secret: secret } = await begin(code);
      expect((await lastAudit()).after).toEqual({ recovery_codes_left: 9 });
      const again = { password: DEMO_PASSWORD, totp_code: code };
      expect((await call('POST', `${BASE}/authenticator`, again)).status).toBe(422);
      expect((await confirm(secret)).status).toBe(200);
    });

    it("isn't replaced with an old code, after ten minutes, in another session, or twice", async () => {
      const { login_token: elsewhere } = await world.signIn('demo');
      const { totp_secret: late } = await begin();
      expect((await confirm(DEMO_TOTP_SECRET)).errors).toEqual({ totp_code: expect.any(String) });
      expect((await confirm(late, elsewhere)).status).toBe(409);
      world.clock.advance(10 * MINUTE);
      expect((await confirm(late)).status).toBe(409);
      const { totp_secret: replaced } = await begin();
      const { totp_secret: secret } = await begin();
      expect((await confirm(replaced)).status).toBe(422);
      const both = await Promise.all([confirm(secret), confirm(secret)]);
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      // The code that confirmed it is used up.
      const payload = { username: 'demo', password: DEMO_PASSWORD, totp_code: await codeOf(secret) };
      expect((await world.call({ method: 'POST', url: '/prod-api/login', payload })).statusCode).toBe(422);
    });
  });

  it("doesn't offer statements by email without a mail server", async () => {
    expect((await call('GET', BASE)).data).toMatchObject({ statement_mail: null });
    expect((await call('PUT', `${BASE}/statement-mail`, { is_on: true })).status).toBe(403);
  });

  it('has recovery codes, which new ones invalidate', async () => {
    const renew = async () => {
      const { data } = await call('POST', `${BASE}/recovery-codes`, { totp_code: await freshCode() });
      return codesSchema.parse(data).recovery_codes;
    };
    const [old = ''] = await renew();
    const fresh = await renew();
    expect(await signIn(DEMO_TOTP_SECRET, old)).toBe(401);
    expect(await signIn(DEMO_TOTP_SECRET, fresh[0])).toBe(200);
    expect((await call('GET', BASE)).data).toMatchObject({ recovery_codes_left: 9 });
    const code = await freshCode();
    const twice = await Promise.all([1, 2].map(() => call('POST', `${BASE}/recovery-codes`, { totp_code: code })));
    expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  });

  it("lists the user's own sessions, and can end one or all others", async () => {
    const [{ login_token: second }, { login_token: third }] = [await world.signIn('demo'), await world.signIn('demo')];
    const { login_token: colleague } = await world.signIn('checker');
    const sessions = z.array(z.object({ id: z.string(), is_current: z.boolean() }));
    const listOf = async (as: string) => sessions.parse((await call('GET', `${BASE}/sessions`, undefined, as)).data);
    const own = await listOf(token);
    expect(own.map(({ is_current }) => is_current)).toEqual([true, ...own.slice(1).map(() => false)]);
    const [foreign] = await listOf(colleague);
    expect((await call('POST', `${BASE}/sessions/${foreign?.id}/end`)).status).toBe(404);
    const [ofThird] = await listOf(third);
    expect((await call('POST', `${BASE}/sessions/${ofThird?.id}/end`)).status).toBe(200);
    expect((await call('POST', `${BASE}/sessions/${ofThird?.id}/end`)).status).toBe(409);
    expect(await Promise.all([second, third].map(isSignedIn))).toEqual([true, false]);
    expect((await call('POST', `${BASE}/sessions/end-others`)).status).toBe(200);
    expect(await Promise.all([token, second, colleague].map(isSignedIn))).toEqual([true, false, true]);
  });

  it('has contact data that are validated, and not overwritten by outdated edits', async () => {
    const { data } = await call('GET', BASE);
    const { revision } = z.object({ revision: z.int() }).parse(data);
    const change = (body: object) => call('PUT', `${BASE}/contact`, { phone: null, email: null, revision, ...body });
    expect((await change({ email: 'nowhere' })).errors).toEqual({ email: expect.any(String) });
    expect((await change({ phone: ' 123 ' })).data).toMatchObject({ phone: '123', email: null });
    expect(await lastAudit()).toMatchObject({ action: 'users.edit', after: { phone: '123', email: null } });
    expect((await change({ phone: '456' })).status).toBe(409);
  });

  it('has its own time zone, or the merchant’s, from the next sign-in and for exports', async () => {
    const choose = (zone: string | null) => call('PUT', `${BASE}/time-zone`, { time_zone: zone });
    expect((await choose('Nowhere/Else')).errors).toEqual({ time_zone: expect.any(String) });
    expect((await choose('America/New_York')).data).toMatchObject({ tenant_time_zone: 'Asia/Shanghai' });
    expect((await world.signIn('demo')).currency_data).toMatchObject({
      time_zone: 'America/New_York',
      tenant_time_zone: 'Asia/Shanghai',
    });
    const file = await world.call({ method: 'GET', url: '/prod-api/orders/export?format=csv', token });
    expect(file.body).toContain('(America/New_York)');
    await choose(null);
    expect((await world.signIn('demo')).currency_data.time_zone).toBe('Asia/Shanghai');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import type { Processor } from '#server/jobs/createProcessor.ts';
import { type MailServer, startMailServer } from '#tests/support/mailServer.ts';
import { readMail } from '#tests/support/readMail.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const MINUTE = 60;
const HOME = '192.0.2.1';
const STRANGER = '203.0.113.7';
const REFUSED = 'Incorrect username, password or authenticator code.';
const WARNED = `${REFUSED} After 10 failed attempts, sign-in from here is blocked for 30 minutes.`;

interface Tried {
  from?: string;
  cookie?: string;
  password?: string;
  code?: string;
  language?: string;
}

describe('sign-ins after wrong ones', () => {
  let world: World;
  let mailServer: MailServer;
  let mailer: Processor;
  beforeAll(async () => {
    mailServer = await startMailServer();
    world = await startWorld(USUAL_DATABASE, {
      orders: 20,
      app: {
        mail: { server: mailServer.server, from: { name: '', address: 'console@pay.example' } },
        publicUrl: 'https://console.example',
        isHttps: true,
      },
    });
    const found = world.app.workers().find((worker): worker is Processor => worker.subject === 'mail');
    if (!found) throw new Error('no worker sends mail');
    mailer = found;
  });
  afterAll(async () => {
    await world.close();
    await mailServer.close();
  });

  async function attempt(
    username: string,
    { from = HOME, cookie, password = DEMO_PASSWORD, code, language = 'en' }: Tried = {},
  ) {
    const answer = await world.call({
      method: 'POST',
      url: '/prod-api/login',
      payload: { username, password, totp_code: code ?? (await world.totpCode()) },
      remoteAddress: from,
      headers: { 'accept-language': language, 'user-agent': 'Firefox/1', ...(cookie && { cookie }) },
    });
    const { msg } = answer.json<{ msg: string }>();
    return { status: answer.statusCode, msg, setCookie: String(answer.headers['set-cookie']), headers: answer.headers };
  }
  const wrong = (username: string, from: string, more: Tried = {}) =>
    attempt(username, { from, password: 'wrong', ...more });
  /** Wrong sign-ins, each as soon as it is checked. @returns the messages */
  async function wrongOnes(username: string, times: number, from: string, more: Tried = {}): Promise<string[]> {
    const messages: string[] = [];
    while (messages.length < times) {
      const { status, msg, headers } = await wrong(username, from, more);
      if (status === 429) world.clock.advance(Number(headers['retry-after']));
      else messages.push(msg);
    }
    return messages;
  }
  async function signIn(username: string, more: Tried = {}) {
    // Longer than anybody has to wait.
    world.clock.advance(MINUTE);
    return attempt(username, more);
  }
  const deviceOf = ({ setCookie }: { setCookie: string }) => setCookie.split(';')[0] ?? '';
  const userOf = (username: string) =>
    world.db.kysely.selectFrom('users').where('username', '=', username).selectAll().executeTakeFirstOrThrow();
  const notices = async (username: string) =>
    world.db.kysely
      .selectFrom('notifications')
      .where('user_id', '=', (await userOf(username)).id)
      .where('kind', '=', 'sign_in_locked')
      .select(['data', 'created_at'])
      .orderBy('created_at')
      .execute();

  it('by a stranger leave the user to sign in at home, and on their device anywhere', async () => {
    const device = deviceOf(await signIn('demo'));
    expect(device).toMatch(/^known_device=[\w-]{43}$/);
    await wrongOnes('demo', 11, STRANGER);
    // The stranger is locked out, whatever they send; with the same answer.
    expect(await signIn('demo', { from: STRANGER })).toMatchObject({ status: 401, msg: WARNED });
    expect((await signIn('demo')).status).toBe(200);
    for (const network of ['198.51.100.1', '198.51.100.2']) await wrongOnes('demo', 10, network);
    expect(await signIn('demo', { from: '198.51.100.77' })).toMatchObject({ status: 401, msg: REFUSED });
    expect((await signIn('demo', { from: '198.51.100.78', cookie: device })).status).toBe(200);
    expect((await signIn('demo', { from: STRANGER, cookie: device })).status).toBe(200);
    // The device is only known to who has signed in with it.
    expect((await signIn('checker')).status).toBe(200);
    await wrongOnes('checker', 10, STRANGER);
    expect((await signIn('checker', { from: STRANGER, cookie: device })).status).toBe(401);
    world.clock.advance(30 * MINUTE);
    expect((await signIn('checker', { from: STRANGER })).status).toBe(200);
  });

  it('are told to the user each time, and by email once a day, in the language of the last sign-in', async () => {
    expect((await signIn('tokyo', { language: 'es' })).status).toBe(200);
    await wrongOnes('tokyo', 10, '203.0.113.20');
    await expect.poll(() => notices('tokyo')).toHaveLength(1);
    await wrongOnes('tokyo', 10, '203.0.113.21');
    await expect.poll(() => notices('tokyo')).toHaveLength(2);
    const [first, second] = (await notices('tokyo')).map(({ data }) => data);
    expect(first).toMatchObject({ status: 'origin', ip: '203.0.113.20', user_agent: 'Firefox/1' });
    expect(second).toMatchObject({ status: 'username', ip: '203.0.113.21' });
    while ((await mailer.step()) > 0);
    const [mail, ...others] = mailServer.received.filter(({ to }) => to.includes('tokyo@demo.example'));
    expect(others).toEqual([]);
    const { headers, text } = readMail(mail?.raw ?? '');
    expect(headers.get('subject')?.[0]).toContain('Inicios de sesión fallidos');
    expect(text).toContain('203.0.113.20');
    expect(text).toContain('(Asia/Tokyo)');
    expect(text).toContain('https://console.example');
    expect(text).not.toMatch(/%\\{|lockMail/);
    expect((await userOf('tokyo')).sign_in_locked_until?.toISOString()).toBe(second?.['until']);
  });

  it('have the same answers for a username that exists, one that does not, and a locked one', async () => {
    const known = await wrongOnes('viewer', 12, '203.0.113.30');
    const unknown = await wrongOnes('nobody', 12, '203.0.113.31');
    expect(unknown).toEqual(known);
    expect(known).toEqual([...Array.from({ length: 4 }, () => REFUSED), ...Array.from({ length: 8 }, () => WARNED)]);
    // Neither does a right guess show while sign-ins are locked.
    world.clock.advance(MINUTE);
    const tries = await Promise.all([attempt('viewer', { from: '203.0.113.30' }), wrong('nobody', '203.0.113.31')]);
    expect(tries[0]?.msg).toBe(tries[1]?.msg);
    const waits = await Promise.all([wrong('viewer', '203.0.113.30'), wrong('nobody', '203.0.113.31')]);
    expect(waits.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [429, '60'],
      [429, '60'],
    ]);
  });

  it('count IPv6 networks, and IPv4 addresses however they are written', async () => {
    expect((await signIn('sub', { from: '2001:db8:0:1::1' })).status).toBe(200);
    for (let at = 0; at < 10; at += 1) {
      await wrongOnes('sub', 1, `2001:db8:0:2::${at}`);
      world.clock.advance(MINUTE);
    }
    expect((await signIn('sub', { from: '2001:db8:0:2:ffff::77' })).status).toBe(401);
    expect((await signIn('sub', { from: '2001:db8:0:3::1' })).status).toBe(200);
    expect((await signIn('sub', { from: '2001:db8:0:1:ffff::2' })).status).toBe(200);
    await wrongOnes('sub', 10, '::ffff:203.0.113.40');
    expect((await signIn('sub', { from: '203.0.113.40' })).status).toBe(401);
  });

  it('end for devices and networks that were not used for long', async () => {
    const device = deviceOf(await signIn('checker', { from: '192.0.2.60' }));
    world.clock.advance(91 * 24 * 60 * MINUTE);
    for (const network of ['203.0.113.61', '203.0.113.62']) await wrongOnes('checker', 10, network);
    expect((await signIn('checker', { from: '192.0.2.60', cookie: device })).status).toBe(401);
  });

  it('of one user remember the newest ten devices and networks', async () => {
    for (let at = 0; at < 14; at += 1) await signIn('operator2', { from: `192.0.2.${100 + at}` });
    const rows = await world.db.kysely
      .selectFrom('known_origins')
      .where('user_id', '=', (await userOf('operator2')).id)
      .select(['kind', 'origin'])
      .execute();
    const networks = rows.filter(({ kind }) => kind === 'network').map(({ origin }) => origin);
    expect(networks.toSorted()).toEqual(Array.from({ length: 10 }, (_, at) => `192.0.2.${104 + at}`));
    expect(rows.filter(({ kind }) => kind === 'device')).toHaveLength(10);
  });

  it('can be forgotten by an operator or a user manager, which both logs record', async () => {
    const unlock = async (resource: string, username: string, by: string) => {
      const { login_token: token } = await world.signIn(by);
      const { id } = await userOf(username);
      const url = `/prod-api/${resource}/${id}`;
      const before = await world.call({ url, token });
      const answer = await world.call({ method: 'POST', url: `${url}/unlock_sign_in`, token, payload: {} });
      return [before, answer].map((one) => one.json<{ data: Record<string, unknown> }>().data);
    };
    const entries = async (username: string) =>
      world.db.kysely
        .selectFrom('audit_logs')
        .where('action', '=', 'users.unlock_sign_in')
        .where('record_id', '=', (await userOf(username)).id)
        .select(['merchant_id', 'actor_id', 'actor_name', 'after'])
        .execute();
    for (const [resource, by, times] of [
      ['merchant-users', 'operator', 2],
      ['users', 'demo', 1],
    ] as const) {
      const network = `203.0.113.8${times}`;
      await wrongOnes('checker', 10, network);
      await expect
        .poll(async () => (await userOf('checker')).sign_in_locked_until?.getTime())
        .toBeGreaterThan(world.clock.now().getTime() + 29 * MINUTE * 1000);
      expect((await signIn('checker', { from: network })).status).toBe(401);
      const [before, after] = await unlock(resource, 'checker', by);
      expect(before?.['is_sign_in_locked']).toBe(true);
      expect(after).toMatchObject({ is_sign_in_locked: false, sign_in_locked_until: null });
      expect((await signIn('checker', { from: network })).status).toBe(200);
      expect(await entries('checker')).toHaveLength(resource === 'users' ? 3 : times);
    }
    expect(await entries('checker')).toContainEqual(
      expect.objectContaining({
        merchant_id: (await userOf('checker')).merchant_id,
        actor_id: null,
        after: { username: 'checker' },
      }),
    );
  });

  it('set a cookie that no page reads, for sign-ins alone', async () => {
    const { setCookie } = await signIn('demo');
    expect(setCookie).toMatch(
      /^known_device=[\w-]{43}; Path=\/prod-api\/login; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/,
    );
    const [device = ''] = setCookie.split(';');
    expect(deviceOf(await signIn('demo', { cookie: `a=b; ${device}; c=d` }))).toBe(device);
    expect(deviceOf(await signIn('demo', { cookie: `${device}x` }))).not.toBe(device);
    expect((await wrong('demo', HOME)).headers).not.toHaveProperty('set-cookie');
    const stored = await world.db.kysely
      .selectFrom('known_origins')
      .where('kind', '=', 'device')
      .select('origin')
      .executeTakeFirstOrThrow();
    expect(stored.origin).not.toBe(device.split('=')[1]);
  });
});

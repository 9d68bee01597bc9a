import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealingPasswords } from '#console/api/sealingPasswords.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { createApiLayer } from '#tests/support/apiLayer.ts';
import { fetchFromApp } from '#tests/support/fetchFromApp.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const KEYS = { aesKey: '5a'.repeat(32), aesIv: 'a5'.repeat(16) };
const NEW_PASSWORD = 'copper kettle on the 7th shelf';

describe('a server with password keys', () => {
  let world: World;
  let bodies: string[];
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, {
      orders: 20,
      app: { passwordKeys: { key: Buffer.from(KEYS.aesKey, 'hex'), iv: Buffer.from(KEYS.aesIv, 'hex') } },
    });
    bodies = [];
  });
  afterAll(() => world.close());

  /** The console's own client, with its request bodies recorded as sent. */
  function client() {
    const send = fetchFromApp(world.app);
    const { httpClient, session } = createApiLayer((input, init) => {
      bodies.push(typeof init?.body === 'string' ? init.body : '');
      return send(input, init);
    });
    const sealing = sealingPasswords(httpClient, KEYS);
    const post = (path: string, body: object) =>
      sealing(`http://localhost/prod-api${path}`, { method: 'POST', body: JSON.stringify(body) });
    return { post, session };
  }
  const credentials = async (password: string) => {
    world.clock.advance(30);
    return { username: 'tokyo', password, totp_code: await world.totpCode() };
  };
  const statusOf = async (payload: object) =>
    (await world.call({ method: 'POST', url: '/prod-api/login', payload })).statusCode;

  it('accepts a sign-in with an encrypted password', async () => {
    const { post } = client();
    expect((await post('/login', await credentials(DEMO_PASSWORD))).status).toBe(200);
    expect(bodies.at(-1)).toContain('"aes:');
    expect(bodies.join()).not.toContain(DEMO_PASSWORD);
  });

  it('still accepts a plain one, from a page that was opened earlier', async () => {
    expect(await statusOf(await credentials(DEMO_PASSWORD))).toBe(200);
  });

  it('stores a new password decrypted, not as it was sent', async () => {
    const { login_token: token } = await world.signIn('tokyo');
    const { post } = client();
    const sealed = sealingPasswords(async (_url, options) => {
      const payload: object = JSON.parse(typeof options?.body === 'string' ? options.body : '');
      const answer = await world.call({ method: 'POST', url: '/prod-api/login-pwd/update', payload, token });
      return { status: answer.statusCode, headers: new Headers(), body: answer.body, json: answer.json<unknown>() };
    }, KEYS);
    const body = JSON.stringify({ old_password: DEMO_PASSWORD, new_password: NEW_PASSWORD });
    expect((await sealed('', { method: 'POST', body })).status).toBe(200);
    expect((await post('/login', await credentials(NEW_PASSWORD))).status).toBe(200);
    expect(await statusOf(await credentials(NEW_PASSWORD))).toBe(200);
  });

  it("rejects at the field what its keys can't decrypt", async () => {
    const payload = { ...(await credentials('aes:AAAA')) };
    const answer = await world.call({ method: 'POST', url: '/prod-api/login', payload });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json<{ data: { errors: object } }>().data.errors)).toEqual(['password']);
  });
});

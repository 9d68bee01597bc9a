import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USUAL_DATABASE } from '../../support/testDatabase.ts';
import { startWorld, type World } from '../../support/world.ts';

describe('bad input', () => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
    token = (await world.signIn('demo')).login_token;
  });
  afterAll(() => world.close());

  const post = (payload: string | object, headers: Record<string, string> = {}) =>
    world.call({
      method: 'POST',
      url: '/prod-api/login',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it.each([
    ['broken JSON', '{"username":', 400, 'malformed'],
    ['nothing', '', 400, 'malformed'],
    ['__proto__', '{"__proto__":{"admin":true},"username":"demo"}', 400, 'malformed'],
    ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}', 400, 'malformed'],
    ['an array', '[]', 400, 'body_no_object'],
    ['null', 'null', 422, 'validation'],
    ['a text', '"demo"', 400, 'body_no_object'],
    ['a number', '7', 400, 'body_no_object'],
    ['a deep nest', '['.repeat(20_000) + ']'.repeat(20_000), 400, 'body_no_object'],
    ['one MB', JSON.stringify({ username: 'x'.repeat(1_000_000) }), 413, 'body_too_large'],
  ])('%s is rejected without harm', async (_name, payload, status, error) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json<{ data: { error: string } }>().data.error]).toEqual([status, error]);
    expect(answer.json<{ msg: string }>().msg).not.toBe('');
  });

  it('reports a value of a wrong type as such, and only missing or null values as required', async () => {
    const answer = await post({ username: 5, password: ['x'], totp_code: null });
    expect(answer.json<{ data: { errors: object } }>().data.errors).toEqual({
      username: 'This value isn’t of the expected type.',
      password: 'This value isn’t of the expected type.',
      totp_code: 'This field is required.',
    });
  });

  it('two different tokens in the two headers are rejected, and the session continues', async () => {
    const other = (await world.signIn('viewer')).login_token;
    const ask = (headers: Record<string, string>) => world.call({ url: '/prod-api/base-info/get', headers });
    const refused = await ask({ 'x-token': token, authorization: `Bearer ${other}` });
    expect([refused.statusCode, refused.json<{ data: { error: string } }>().data.error]).toEqual([400, 'two_tokens']);
    const answers = await Promise.all([
      ask({ 'x-token': token, authorization: `Bearer ${token}` }),
      ask({ 'x-token': token }),
      ask({ authorization: `Bearer ${token}` }),
      ask({ 'x-token': token, authorization: 'Basic cHJveHk6eA==' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });

  it("a body that isn't JSON is rejected", async () => {
    const answer = await post('username=demo', { 'content-type': 'text/xml' });
    expect([answer.statusCode, answer.json<{ data: { error: string } }>().data.error]).toEqual([415, 'media_type']);
  });

  it.each(['en', 'zh-CN', 'es-419,es;q=0.9', 'ja', 'fr-FR', 'x'.repeat(500)])(
    'is rejected in the language of the user (%s)',
    async (language) => {
      const answer = await post('{', { 'accept-language': language });
      const { msg } = answer.json<{ msg: string }>();
      expect(msg).not.toMatch(/^errors\.|^malformed$/);
    },
  );

  it('an unknown call is a 404 in the envelope', async () => {
    const answer = await world.call({ url: '/prod-api/nothing/here', token });
    expect(answer.json()).toMatchObject({ code: 40_400, data: { error: 'not_found' } });
  });

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const)(
    'a %s to a mistyped path is a 404 without a session too, which would otherwise count as ended',
    async (method) => {
      for (const url of ['/prod-api/ordres', '/prod-api/orders/1/2/3/4', '/prod-api/', '/prod-api/%zz'])
        for (const sent of [{}, { token }, { token: 'x'.repeat(64) }]) {
          const answer = await world.call({ method, url, ...sent });
          expect([url, [404, 400].includes(answer.statusCode)]).toEqual([url, true]);
          if (method !== 'HEAD') expect(answer.json<{ code: number }>().code).not.toBe(400);
        }
    },
  );

  it.each([
    ['GET', '/prod-api/logout', 'POST'],
    ['GET', '/prod-api/login', 'POST'],
    ['POST', '/prod-api/home-info', 'GET'],
    ['PATCH', '/prod-api/orders', 'GET'],
    ['POST', '/prod-api/orders/7', 'GET'],
    ['DELETE', '/prod-api/menus', 'GET, POST'],
  ] as const)(
    'a %s to %s is a 405 that names the methods, with and without a session',
    async (method, url, allowed) => {
      for (const sent of [{}, { token }]) {
        const answer = await world.call({ method, url, ...sent });
        expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allowed]);
        expect(answer.json()).toMatchObject({
          code: 40_500,
          msg: `This call doesn’t exist with this method. Use ${allowed}.`,
          data: { error: 'method_not_allowed' },
        });
      }
    },
  );

  it('a call without a session has ended if it exists', async () => {
    for (const url of ['/prod-api/orders', '/prod-api/orders/7', '/prod-api/home-info']) {
      const answer = await world.call({ url });
      expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([401, 400]);
    }
  });

  it.each([
    '?filter=%FF',
    '?filter={"a":{}}',
    '?range=[0,1e9]',
    '?sort=[]',
    '?filter=%5B%5D',
    '?x=1',
    '?filter=1&filter=2',
  ])('a list query %s is rejected', async (query) => {
    const answer = await world.call({ url: `/prod-api/orders${query}`, token });
    expect(answer.statusCode).toBe(400);
  });

  it('every response contains its request ID and is never cached', async () => {
    const answer = await world.call({ url: '/prod-api/orders', token });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('an internal error is reported without its details', async () => {
    await world.db.kysely.schema.alterTable('orders').renameTo('orders_gone').execute();
    const answer = await world.call({ url: '/prod-api/orders', token });
    await world.db.kysely.schema.alterTable('orders_gone').renameTo('orders').execute();
    const { code, msg, data } = answer.json<{ code: number; msg: string; data: { request_id: string } }>();
    expect([answer.statusCode, code]).toEqual([500, 50_000]);
    expect(msg).toContain(data.request_id);
    expect(answer.body).not.toMatch(/orders_gone|relation|select|stack/i);
  });
});

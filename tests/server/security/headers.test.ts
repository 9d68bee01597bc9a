import type { Server } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUEST_TIMEOUTS } from '#server/http/connections.ts';
import { serveConsole } from '#server/http/console.ts';
import { createMetrics, serveMetrics } from '#server/process/createMetrics.ts';
import { addressOf } from '#tests/support/merchantServer.ts';
import { exchange, listening, type RawAnswer, requestBytes } from '#tests/support/rawHttp.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { type GatewayWorld, gatewayWorld, textOf } from '../modules/gateway/gatewayWorld.ts';

type Headers = Readonly<Record<string, string>>;

interface Asked {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  body?: string;
  as?: 'demo' | 'viewer';
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const LOGIN = { method: 'POST', target: '/prod-api/login', headers: JSON_TYPE };

/** One response of each kind: its name, the request, its status. */
const ANSWERS: readonly [name: string, asked: Asked, status: number][] = [
  ['a page', { target: '/orderList' }, 200],
  ['a script', { target: '/assets/main-abc.js' }, 200],
  ['a picture', { target: '/logo.svg' }, 200],
  ['a missing file', { target: '/assets/missing.js' }, 404],
  ['a declaration', { target: '/resources/orders.json', as: 'viewer' }, 200],
  ['a missing declaration', { target: '/resources/missing.json', as: 'viewer' }, 404],
  ['health', { target: '/healthz' }, 200],
  ['the API description', { target: '/prod-api/openapi.json' }, 200],
  ['records', { target: '/prod-api/orders', as: 'demo' }, 200],
  ['an export as CSV', { target: '/prod-api/orders/export?format=csv&columns=%5B%22order_no%22%5D', as: 'demo' }, 200],
  [
    'an export as XLSX',
    { target: '/prod-api/orders/export?format=xlsx&columns=%5B%22order_no%22%5D', as: 'demo' },
    200,
  ],
  ['a template', { target: '/prod-api/batch-transfers/template?format=csv', as: 'demo' }, 200],
  ['events', { method: 'HEAD', target: '/prod-api/events', as: 'demo' }, 200],
  ['no session', { target: '/prod-api/orders' }, 401],
  ['no right', { ...LOGIN, target: '/prod-api/users/invite', body: '{}', as: 'viewer' }, 403],
  ['no such call', { target: '/prod-api/nothing', as: 'demo' }, 404],
  ['no such method', { method: 'PATCH', target: '/prod-api/orders', as: 'demo' }, 405],
  ['broken JSON', { ...LOGIN, body: '{' }, 400],
  ['wrong fields', { ...LOGIN, body: '{}' }, 422],
  ['a wrong password', { ...LOGIN, body: '{"username":"a","password":"b","totp_code":"123456"}' }, 401],
  ['too large a body', { ...LOGIN, body: 'x'.repeat(300_000) }, 413],
  ['another media type', { ...LOGIN, headers: { 'Content-Type': 'text/html' }, body: '<p>' }, 415],
  ['the gateway', { ...LOGIN, target: '/gateway/collect', body: '{}' }, 422],
  ['an address that cannot be decoded', { target: '/prod-api/%zz' }, 400],
  ['an address too long', { target: `/prod-api/wallets/${'x'.repeat(300)}/proof`, as: 'demo' }, 404],
];

/** Responses without user data, which a browser may cache. */
const MAY_BE_KEPT = new Set(['a page', 'a script', 'a picture', 'a declaration']);

/** Everything that a browser needs to neither render, embed, keep nor leak a response. */
function expectProtected(name: string, { headers }: Pick<RawAnswer, 'headers'>, { isHttps = true } = {}): void {
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toMatch(/(^|;)default-src '(self|none)'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  });
  expect(headers).not.toHaveProperty('server');
  expect(headers).not.toHaveProperty('x-powered-by');
  if (!MAY_BE_KEPT.has(name)) expect(headers['cache-control']).toMatch(/no-store/);
}

/** Requests that Node's parser or Node itself answers: what is sent, the status. */
const EARLY: readonly [name: string, sent: string | Buffer, status: number][] = [
  ['no HTTP', 'GARBAGE\r\n\r\n', 400],
  ['two lengths', 'POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an unknown expectation', requestBytes({ target: '/healthz', headers: { Expect: 'tea' } }), 417],
  ['headers that are too long', requestBytes({ target: '/healthz', headers: { 'X-A': 'x'.repeat(62_000) } }), 431],
];

describe('the headers of every kind of response', () => {
  let world: GatewayWorld;
  let folder: string;
  let port: number;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'console-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<html></html>');
    await writeFile(path.join(folder, 'logo.svg'), '<svg/>');
    await writeFile(path.join(folder, 'assets', 'main-abc.js'), '');
    world = await gatewayWorld(USUAL_DATABASE, {
      isHttps: true,
      serveConsole: (app) => serveConsole(app, { folder, settings: {} }),
    });
    for (const user of ['demo', 'viewer']) tokens.set(user, (await world.signIn(user)).login_token);
    port = await listening(world.app);
  });
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  async function headersOf(name: string, { as, body, ...asked }: Asked, status: number): Promise<Headers> {
    const token = as && { 'X-Token': tokens.get(as) ?? '' };
    const [answer] = await exchange(port, requestBytes({ ...asked, headers: { ...asked.headers, ...token } }, body));
    expect([name, answer?.status]).toEqual([name, status]);
    return answer?.headers ?? {};
  }

  it.each(ANSWERS)('%s', async (name, asked, status) => {
    const headers = await headersOf(name, asked, status);
    expectProtected(name, { headers });
  });

  it.each(EARLY)('the answer to %s', async (name, sent, status) => {
    const [answer] = await exchange(port, sent);
    expect(answer?.status).toBe(status);
    if (answer) expectProtected(name, answer);
  });

  it('a redirect', async () => {
    const { data } = await world.ask('collect', { channel: 'cn_qr_yun', amount: '12300', merchant_order_no: 'H-1' });
    const asked = { method: 'POST', target: new URL(textOf(data['pay_url'])).pathname };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const [answer] = await exchange(port, requestBytes({ ...asked, headers }, 'decision=pay'));
    expect(answer).toMatchObject({ status: 303, headers: { location: asked.target } });
    if (answer) expectProtected('a redirect', answer);
  });

  it('that are too long are rejected as such', async () => {
    const [answer] = await exchange(port, requestBytes({ target: '/healthz', headers: { 'X-A': 'x'.repeat(62_000) } }));
    expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([
      431,
      {
        code: 43_100,
        msg: 'The address and headers of the request are too long. Split it into several calls.',
        data: { error: 'malformed' },
      },
    ]);
    const headers = { 'X-A': 'x'.repeat(62_000) };
    expect(await exchange(port, requestBytes({ method: 'HEAD', target: '/healthz', headers }))).toMatchObject([
      { status: 431, body: '' },
    ]);
  });

  it('of files prevent embedding and scripts', async () => {
    for (const [name, asked, status] of ANSWERS.filter(([kind]) => /export|template/.test(kind))) {
      const headers = await headersOf(name, asked, status);
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(headers['content-disposition']).toMatch(/^attachment/);
    }
  });
});

describe('a server on plain HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 20 });
  });
  afterAll(() => world.close());

  it("doesn't request HTTPS", async () => {
    expect((await world.call({ url: '/healthz' })).headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('a server that waits briefly, and counts', () => {
  let world: World;
  let port: number;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, {
      orders: 20,
      app: {
        isHttps: true,
        timeouts: { ...REQUEST_TIMEOUTS, headersMs: 300, lookEveryMs: 50 },
        limits: { perMinute: 1, signInsPerMinute: 1 },
      },
    });
    port = await listening(world.app);
  });
  afterAll(() => world.close());

  it('protects its answer to a request that never ends', async () => {
    const [answer] = await exchange(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n');
    expect(answer?.status).toBe(408);
    if (answer) expectProtected('late', answer);
  });

  it('protects its answer to too many requests', async () => {
    const asked = requestBytes({ target: '/prod-api/orders' });
    await exchange(port, asked);
    const [answer] = await exchange(port, asked);
    expect(answer?.status).toBe(429);
    if (answer) expectProtected('too many', answer);
  });
});

describe('the port of the metrics', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = await serveMetrics(createMetrics(), { host: '127.0.0.1', port: 0 });
    port = addressOf(server.address()).port;
  });
  afterAll(() => server.close());

  it.each<[string, string | Buffer, number]>([
    ['metrics', requestBytes({ target: '/metrics' }), 200],
    ['another address', requestBytes({ target: '/' }), 404],
    ['another method', requestBytes({ method: 'POST', target: '/metrics' }), 404],
    ...EARLY.filter(([name]) => name !== 'headers that are too long'),
  ])('protects its answer to %s', async (name, sent, status) => {
    const [answer] = await exchange(port, sent);
    expect(answer?.status).toBe(status);
    if (answer) expectProtected(name, answer, { isHttps: false });
  });
});

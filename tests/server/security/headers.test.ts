import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveConsole } from '#server/http/console.ts';
import { exchange, listening, requestBytes } from '#tests/support/rawHttp.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

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
  ['a declaration', { target: '/resources/orders.json' }, 200],
  ['a missing declaration', { target: '/resources/missing.json' }, 404],
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
  ['no such method', { method: 'PATCH', target: '/prod-api/orders', as: 'demo' }, 404],
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
/** Rejected before the route is known. These contain only an error message. */
const REFUSED_EARLY = new Set(['an address that cannot be decoded']);

describe('the headers of every kind of response', () => {
  let world: World;
  let folder: string;
  let port: number;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'console-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<html></html>');
    await writeFile(path.join(folder, 'logo.svg'), '<svg/>');
    await writeFile(path.join(folder, 'assets', 'main-abc.js'), '');
    world = await startWorld(USUAL_DATABASE, {
      orders: 20,
      app: { isHttps: true, serveConsole: (app) => serveConsole(app, { folder, settings: {} }) },
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
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/(^|;)default-src '(self|none)'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    if (!MAY_BE_KEPT.has(name)) expect(headers['cache-control']).toMatch(/no-store/);
    if (REFUSED_EARLY.has(name)) return;
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-frame-options': 'DENY',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  it('of an invalid request include those that matter for an error', async () => {
    const [answer] = await exchange(port, 'GARBAGE\r\n\r\n');
    expect(answer).toMatchObject({ status: 400, headers: { 'x-content-type-options': 'nosniff' } });
    expect(answer?.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('that are too long are rejected as such', async () => {
    const [answer] = await exchange(port, requestBytes({ target: '/healthz', headers: { 'X-A': 'x'.repeat(62_000) } }));
    expect([answer?.status, JSON.parse(answer?.body ?? '').code]).toEqual([431, 43_100]);
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

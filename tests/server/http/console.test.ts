import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeclarationFiles } from '#shared/contract/declarationFiles.ts';
import { serveConsole, withSettings } from '#server/http/console.ts';
import { USUAL_DATABASE } from '../../support/testDatabase.ts';
import { startWorld, type World } from '../../support/world.ts';

const PAGE = '<html><script type="application/json" id="runtime-settings">{}</script><div id="root"></div></html>';

describe('the settings in the page', () => {
  it("can't close the script element that contains them", () => {
    const html = withSettings(PAGE, { productTitle: '</script><script>alert(1)</script>$&' });
    expect(html).not.toContain('<script>alert');
    const json = /settings">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({ productTitle: '</script><script>alert(1)</script>$&' });
  });
});

describe('the console as served by the server', () => {
  let world: World;
  let folder: string;
  let token: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'console-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), PAGE);
    await writeFile(path.join(folder, 'logo.svg'), '<svg/>');
    await writeFile(path.join(folder, 'assets', 'main-abc.js'), 'x'.repeat(5000));
    const options = { folder, settings: { productTitle: 'Mine' } };
    world = await startWorld(USUAL_DATABASE, {
      orders: 20,
      app: { serveConsole: (app) => serveConsole(app, options) },
    });
    ({ login_token: token } = await world.signIn('viewer'));
  });
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  it.each(['/', '/login', '/orderList?filter={}', '/orderList/a%2Fb/show', '/404', '/index.html'])(
    'answers the address %s with the page',
    async (url) => {
      const answer = await world.call({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toMatch(/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.body).toContain('{"productTitle":"Mine"}');
    },
  );

  it('answers HEAD requests', async () => {
    const answers = await Promise.all(['/', '/assets/none.js'].map((url) => world.call({ method: 'HEAD', url })));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, ''],
      [404, ''],
    ]);
  });

  it.each([
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/a/.aws/credentials',
    '/backup.sql',
    '/wp-login.php',
    '/a.b.c',
    '/x.env~',
    '/assets/missing.js',
    '/assets/..%2f..%2fpackage.json',
    '/resources/a/orders.json',
  ])('has no page at %s', async (url) => {
    expect((await world.call({ url })).statusCode).toBe(404);
  });

  it.each(['/foo.bar', '/orderList/a.b', '/%', '/%E0%A4%A?x=1', '/.env', '/assets/missing.js'])(
    'answers a browser that opens %s with the page, and anything else with a JSON error',
    async (url) => {
      const opened = await world.call({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
      expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(opened.headers['content-security-policy']).toContain("script-src 'self'");
      const fetched = await world.call({ url, headers: { accept: '*/*' } });
      expect([404, 400]).toContain(fetched.statusCode);
      expect(fetched.json()).toMatchObject({ data: { error: expect.stringMatching(/^not_found|malformed$/) } });
    },
  );

  it.each(['/prod-api/missing', '/gateway/none.html', '/prod-api'])(
    'answers %s with JSON, in a browser too',
    async (url) => {
      const answer = await world.call({ url, headers: { accept: 'text/html' } });
      expect(answer.headers['content-type']).toMatch(/json/);
    },
  );

  it.each([
    '/resources/',
    '/resources/missing.json',
    '/resources/..%2fpackage.json',
    '/resources/resource.schema.json',
    '/resources/ORDERS.json',
    '/resources/orders',
  ])('has no declaration at %s', async (url) => {
    expect((await world.call({ url, token })).statusCode).toBe(404);
  });

  it.each(['/resources.json', '/resources/orders.json', '/resources/missing.json'])(
    'answers %s only with a session',
    async (url) => {
      const answers = await Promise.all([world.call({ url }), world.call({ url, token: 'a'.repeat(64) })]);
      for (const answer of answers) {
        expect([answer.statusCode, answer.json()]).toMatchObject([
          401,
          { code: 400, data: { error: 'session_ended' } },
        ]);
        expect(answer.body).not.toMatch(/order|fields/);
      }
    },
  );

  it('has no page below the API', async () => {
    const answer = await world.call({ url: '/prod-api/missing' });
    expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([404, 40_400]);
  });

  it.each(['/gateway', '/gateway/collect', '/gateway/none', '/gateway/pay', '/%67ateway/collect'])(
    'has no page at %s, but the answer of an unknown call',
    async (url) => {
      const answer = await world.call({ url });
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 40_400, data: { error: 'not_found' } }]);
    },
  );

  it('lets hashed files be cached forever, and compresses them', async () => {
    const answer = await world.call({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['cache-control']).toMatch(/max-age=31536000, immutable/);
    expect(answer.headers['content-encoding']).toBe('gzip');
  });

  it('has all declarations in one file, identical to the separate ones, with an ETag', async () => {
    const answer = await world.call({ url: '/resources.json', token, headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'content-encoding': 'gzip' });
    const files = (await world.call({ url: '/resources.json', token })).json<DeclarationFiles>();
    expect(Object.keys(files)).toContain('orders');
    for (const [name, { text, is_good: isGood }] of Object.entries(files)) {
      const single = await world.call({ url: `/resources/${name}.json`, token });
      expect([text, isGood]).toEqual([single.body, single.headers['x-declaration'] === 'good']);
    }
    const headers = { 'if-none-match': String(answer.headers.etag) };
    expect((await world.call({ url: '/resources.json', token, headers })).statusCode).toBe(304);
  });

  it('sends the strict policy with every page', async () => {
    const policy = String((await world.call({ url: '/login' })).headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

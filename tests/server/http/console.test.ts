import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveConsole, withSettings } from '#server/http/console.ts';
import { startWorld, type World } from '../../support/world.ts';

const PAGE = '<html><script type="application/json" id="runtime-settings">{}</script><div id="root"></div></html>';

describe('the settings in the page', () => {
  it('cannot be broken out of', () => {
    const html = withSettings(PAGE, { productTitle: '</script><script>alert(1)</script>$&' });
    expect(html).not.toContain('<script>alert');
    const json = /settings">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({ productTitle: '</script><script>alert(1)</script>$&' });
  });
});

describe('the console as the server serves it', () => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'console-'));
    await mkdir(path.join(folder, 'assets'));
    await mkdir(path.join(folder, 'resources'));
    await writeFile(path.join(folder, 'index.html'), PAGE);
    await writeFile(path.join(folder, 'logo.svg'), '<svg/>');
    await writeFile(path.join(folder, 'assets', 'main-abc.js'), 'x'.repeat(5000));
    await writeFile(path.join(folder, 'resources', 'orders.json'), '{}');
    const options = { folder, resourcesFolder: path.join(folder, 'resources'), settings: { productTitle: 'Mine' } };
    world = await startWorld('postgres', { orders: 20, app: { serveConsole: (app) => serveConsole(app, options) } });
  });
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  it.each(['/', '/login', '/orderList?filter={}', '/orderList/a%2Fb/show', '/404', '/a.b.c'])(
    'answers the address %s with the page',
    async (url) => {
      const answer = await world.call({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toMatch(/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.body).toContain('{"productTitle":"Mine"}');
    },
  );

  it.each(['/assets/missing.js', '/resources/missing.json', '/prod-api/missing', '/assets/..%2f..%2fpackage.json'])(
    'has no page at %s',
    async (url) => {
      expect((await world.call({ url })).statusCode).toBe(404);
    },
  );

  it('lets hashed files be kept for ever and compresses them', async () => {
    const answer = await world.call({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['cache-control']).toMatch(/max-age=31536000, immutable/);
    expect(answer.headers['content-encoding']).toBe('gzip');
  });

  it('shows a changed declaration at once', async () => {
    const first = await world.call({ url: '/resources/orders.json' });
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = String(first.headers['etag']);
    const same = await world.call({ url: '/resources/orders.json', headers: { 'if-none-match': etag } });
    expect(same.statusCode).toBe(304);
    await writeFile(path.join(folder, 'resources', 'orders.json'), '{"version":1}');
    const changed = await world.call({ url: '/resources/orders.json', headers: { 'if-none-match': etag } });
    expect(changed.body).toBe('{"version":1}');
  });

  it('sends the strict policy with every page', async () => {
    const policy = String((await world.call({ url: '/login' })).headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

import type { BrowserContext, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildRouteTable } from '#console/shell/menu/routeTable.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

const PAGES = 10;

let built: OpenedConsole;
let development: ViteDevServer;
let addresses: string[];
beforeAll(async () => {
  built = await openConsole({ orders: 60 });
  const { routers } = await built.world.signIn('demo');
  const routes = buildRouteTable(routers).routes.filter(({ page, pattern }) => page !== null && !pattern.includes(':'));
  addresses = routes.slice(0, PAGES).map(({ pattern }) => pattern);
  development = await createServer({
    cacheDir: '.cache/viteOfTest',
    server: { host: '127.0.0.1', port: 0, proxy: { '/prod-api': built.origin }, hmr: false, watch: null },
  });
  await development.listen();
});
afterAll(async () => {
  await development.close();
  await built.close();
});

/** Text of each page's main part, and what the browser's console reported. */
async function walk(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  const texts: [string, string][] = [];
  for (const [index, address] of addresses.entries()) {
    // Each load of the development server fetches hundreds of modules.
    if (index === 0) await page.goto(origin + address);
    else await tabBar(page).visit(address);
    texts.push([address, await settledText(page)]);
  }
  await page.close();
  return { texts, errors };
}

/** Waits until neither placeholders nor names of referenced records are loading. */
async function settledText(page: Page): Promise<string> {
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => {
    const loading = document.querySelectorAll('main [aria-busy=true], main .MuiSkeleton-root');
    const isUnnamed = [...document.querySelectorAll('main td, main dd')].some((one) => one.textContent === '…');
    return !isUnnamed && ![...loading].some((one) => one.checkVisibility());
  });
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  return main.innerText();
}

it('the development server and the build show the same pages, without errors in the browser', async () => {
  const { context, page } = await built.open('/dashboard', { as: 'demo' });
  await page.close();
  const shipped = await walk(context, built.origin);
  const [origin = ''] = development.resolvedUrls?.local ?? [];
  const state = await context.storageState();
  const moved = state.origins.map((one) => ({ ...one, origin: new URL(origin).origin }));
  const other = await (
    await sharedBrowser()
  ).newContext({
    locale: 'en',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    storageState: { ...state, origins: moved },
  });
  const developed = await walk(other, origin.replace(/\/$/, ''));
  await other.close();
  expect(shipped.errors).toEqual([]);
  expect(developed.errors).toEqual([]);
  expect(developed.texts).toEqual(shipped.texts);
  expect(shipped.texts).toHaveLength(PAGES);
}, 300_000);

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from 'otplib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#server/demo/signIns.ts';
import { startServer } from '../../bench/serverProcess.ts';
import { launchBrowser } from '../support/chromium.ts';

/** npm run screenshots [-- --to folder]: every page in four languages, wide and narrow, light and dark. */
const { values } = parseArgs({ options: { to: { type: 'string', default: '.cache/screenshots' } } });

const SIZES = {
  wide: { width: 1440, height: 900 },
  medium: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};
const SCHEMES = ['light', 'dark'] as const;

/** What is photographed, and what must be there before. */
const PAGES: Record<string, { address: string; ready: (page: Page) => Promise<unknown> }> = {
  dashboard: { address: '/dashboard', ready: (page) => page.getByRole('main').getByRole('heading').first().waitFor() },
  orders: { address: '/orderList', ready: (page) => page.locator('table[aria-busy="false"]').waitFor() },
  'orders-failed': {
    address: `/orderList?filter=${encodeURIComponent('{"status":["failed"],"amount_gte":"50000"}')}`,
    ready: (page) => page.locator('table[aria-busy="false"]').waitFor(),
  },
  'orders-none': {
    address: `/orderList?filter=${encodeURIComponent('{"q":"nothing like this"}')}`,
    ready: (page) => page.getByRole('searchbox').waitFor(),
  },
  channels: {
    address: '/personal/channelInformation',
    ready: (page) => page.locator('table[aria-busy="false"]').waitFor(),
  },
  'not-found': { address: '/404', ready: (page) => page.getByRole('heading').first().waitFor() },
};

async function shoot(
  browser: Browser,
  origin: string,
  language: Language,
  signedIn: BrowserContextOptions['storageState'],
) {
  for (const [sizeName, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const look = { viewport, colorScheme, locale: language };
      const save = (page: Page, name: string) =>
        page.screenshot({ path: path.join(values.to, `${name}-${sizeName}-${colorScheme}-${language}.png`) });

      const visitor = await browser.newPage(look);
      await visitor.goto(`${origin}/login`, { waitUntil: 'networkidle' });
      await save(visitor, 'login');
      await visitor.close();

      const context = await browser.newContext({ ...look, ...(signedIn ? { storageState: signedIn } : {}) });
      await context.addCookies([{ name: 'language', value: language, url: origin }]);
      const page = await context.newPage();
      for (const [name, { address, ready }] of Object.entries(PAGES)) {
        await page.goto(origin + address, { waitUntil: 'networkidle' });
        await ready(page);
        await save(page, name);
      }
      await page.goto(`${origin}/orderList`, { waitUntil: 'networkidle' });
      await page.getByRole('table').getByRole('link').nth(1).click();
      await page.locator('main dl').first().waitFor();
      await page.waitForLoadState('networkidle');
      await save(page, 'order');
      await context.close();
    }
  }
}

async function signIn(browser: Browser, origin: string) {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill('demo');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Authenticator code').fill(await generate({ secret: DEMO_TOTP_SECRET }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  const state = await context.storageState();
  await context.close();
  return state;
}

await mkdir(values.to, { recursive: true });
const dataDir = await mkdtemp(path.join(tmpdir(), 'screenshots-'));
const server = await startServer({ name: 'embedded', environment: { DATA_DIR: dataDir, DATABASE_URL: '' } });
const browser = await launchBrowser();
try {
  const state = await signIn(browser, server.url);
  for (const language of LANGUAGES) await shoot(browser, server.url, language, state);
  process.stdout.write(`Screenshots are in ${values.to}\n`);
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

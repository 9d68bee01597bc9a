import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'otplib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createTranslator } from '@merchant-console/declaration';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#demo/signIns.ts';
import { loadMessages as serverMessages } from '#server/i18n/loadMessages.ts';
import { loadMessages } from '#console/i18n/loadMessages.ts';
import { startServer } from '../../bench/serverProcess.ts';
import { launchBrowser } from '../support/chromium.ts';
import { BATCH_PICTURES } from './screenshots/batchPictures.ts';
import { PAGE_PICTURES, SHELL_PICTURES } from './screenshots/consolePictures.ts';
import { LOGIN_PICTURES } from './screenshots/loginPictures.ts';
import { folder, looks, only, type Look } from './screenshots/options.ts';
import { MONEY_PICTURES, PLATFORM_PICTURES } from './screenshots/moneyPictures.ts';
import { PAY_PICTURES } from './screenshots/payPictures.ts';
import { PEOPLE_PICTURES } from './screenshots/peoplePictures.ts';
import { TEST_MODE_PICTURES } from './screenshots/testModePictures.ts';
import type { Picture } from './screenshots/Picture.ts';

const IDLE_MS = 5000;
const I18N = path.resolve(import.meta.dirname, '../../i18n');

type SignedIn = Record<'merchant' | 'platform' | 'test', BrowserContextOptions['storageState']>;

/**
 * npm run screenshots [-- --to folder --only orders,login --size wide,medium,phone --scheme light,dark --language en,ja]:
 * takes pictures of the console's pages and states in each look. An option that is missing doesn't limit the pictures.
 */
async function shoot(browser: Browser, origin: string, look: Look, states: SignedIn) {
  const { language, size, viewport, colorScheme } = look;
  const { payPage = {}, errors = {} } = (await serverMessages(I18N))[language];
  const texts = { ...(await loadMessages(language)), payPage, errors };
  const t = createTranslator(texts, language);

  async function takeAll(pictures: readonly Picture[], state: BrowserContextOptions['storageState']) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      locale: language,
      reducedMotion: 'reduce',
      ...(state ? { storageState: state } : {}),
    });
    await context.addCookies([{ name: 'language', value: language, url: origin }]);
    for (const picture of pictures) {
      if ((only && !only.has(picture.name)) || picture.lacks === size) continue;
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await take(picture, page).catch((error: unknown) => {
        process.exitCode = 1;
        process.stderr.write(`${picture.name} (${size}, ${colorScheme}, ${language}): ${String(error)}\n`);
      });
      await page.close();
      await context.setOffline(false);
      // Each picture starts with the sidebar's initial state.
      await context.clearCookies({ name: 'sidebarStatus' });
    }
    await context.close();
  }

  async function take({ name, address, show }: Picture, page: Page) {
    const press = (button: string) => page.getByRole('button', { name: button, exact: true }).first().click();
    await page.goto(origin + address);
    await show({ page, t, press });
    // Pages that retry, or wait for an answer that is held back, never become idle.
    await page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => {});
    await page
      .locator('.MuiSkeleton-root, [role=progressbar]:not([aria-valuenow])')
      .first()
      .waitFor({ state: 'detached', timeout: IDLE_MS })
      .catch(() => {});
    // The menu is filled after the page.
    await page.locator('body:not(:has(#sidebar)), #sidebar a').first().waitFor({ state: 'attached' });
    await page.screenshot({
      animations: 'disabled',
      path: path.join(folder, `${name}-${size}-${colorScheme}-${language}.png`),
    });
  }

  await takeAll([...LOGIN_PICTURES, ...PAY_PICTURES], undefined);
  await takeAll(
    [...PAGE_PICTURES, ...MONEY_PICTURES, ...BATCH_PICTURES, ...PEOPLE_PICTURES, ...SHELL_PICTURES],
    states.merchant,
  );
  await takeAll(PLATFORM_PICTURES, states.platform);
  await takeAll(TEST_MODE_PICTURES, states.test);
}

/** @param side the merchant's mode to show */
async function signIn(browser: Browser, origin: string, username: string, side: 'live' | 'test' = 'live') {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Authenticator code').fill(await generate({ secret: DEMO_TOTP_SECRET }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  if (side === 'test') {
    await page.getByRole('switch', { name: 'Test mode' }).click();
    await page.getByText('Test mode: no real money moves.').waitFor();
  }
  const state = await context.storageState();
  await context.close();
  return state;
}

await mkdir(folder, { recursive: true });
const dataDir = await mkdtemp(path.join(tmpdir(), 'screenshots-'));
const server = await startServer({ name: 'embedded', environment: { DATA_DIR: dataDir, DATABASE_URL: '' } });
const browser = await launchBrowser();
try {
  const states = {
    merchant: await signIn(browser, server.url, 'demo'),
    platform: await signIn(browser, server.url, 'operator'),
    test: await signIn(browser, server.url, 'sub', 'test'),
  };
  for (const look of looks) await shoot(browser, server.url, look, states);
  process.stdout.write(`Screenshots are in ${folder}\n`);
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

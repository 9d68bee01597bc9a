import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { generate } from 'otplib';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '#server/demo/signIns.ts';
import { launchBrowser } from '#tests/support/chromium.ts';
import { buildDatagrid } from './buildDatagrid.ts';
import { measureConsoleSize } from './consoleSize.ts';
import { mainThreadOf } from './mainThread.ts';
import { percentiles } from './percentiles.ts';
import { startServer } from './serverProcess.ts';

/**
 * npm run bench:console: what the console fetches; what a page change of the order list costs, beside react-admin's own Datagrid with the same 30
 * rows of 8 columns from the same server, and what going from one visited page to another costs. Both take turns, so
 * that whatever else the machine does falls on both.
 */
const TURNS = 24;
const WARM_UP = 4;
const print = (line: string) => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
const server = await startServer({ name: 'embedded', environment: { DATA_DIR: folder, DATABASE_URL: '' } });
const browser = await launchBrowser();
try {
  for (const line of await measureConsoleSize(server.url)) print(line);
  await buildDatagrid(path.join(folder, 'datagrid'));
  const console = await openConsole(browser);
  const token = await tokenOf(console);
  const datagrid = await openDatagrid(browser, token);
  for (const throttling of [1, 4]) {
    print(`Main thread, CPU slowed down ${throttling} times, medians of ${TURNS}:`);
    await comparePageChange(console, datagrid, throttling);
    await measureSwitch(console, throttling);
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function comparePageChange(console: Page, datagrid: Page, throttling: number): Promise<void> {
  await console.goto(`${server.url}/orderList?perPage=30`);
  await console.locator('table[aria-busy=false]').waitFor();
  await datagrid.reload();
  await datagrid.getByRole('row').nth(30).waitFor();
  const ours = { page: console, busy: await mainThreadOf(console, throttling), times: [] as number[] };
  const theirs = { page: datagrid, busy: await mainThreadOf(datagrid, throttling), times: [] as number[] };
  for (let turn = 0; turn < WARM_UP + TURNS; turn += 1) {
    for (const list of [ours, theirs]) {
      const time = await list.busy(() => turnPage(list.page));
      if (turn >= WARM_UP) list.times.push(time);
    }
  }
  const [mine, other] = [percentiles(ours.times).p50, percentiles(theirs.times).p50];
  print(`  page change, 30 x 8: ${ms(mine)}, Datagrid ${ms(other)}, ratio ${(mine / other).toFixed(2)}`);
}

/** To the next page: done when its first row is there. */
async function turnPage(page: Page): Promise<void> {
  const first = await firstRow(page);
  await page.getByRole('button', { name: /next page/i }).click();
  await page.waitForFunction((before) => document.querySelector('tbody tr')?.textContent !== before, first);
}

function firstRow(page: Page): Promise<string | null> {
  return page.locator('tbody tr').first().textContent();
}

async function measureSwitch(page: Page, throttling: number): Promise<void> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Payout orders' }).click();
  await page.locator('table[aria-busy=false]').waitFor();
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByRole('option', { name: '30' }).click();
  await page.getByRole('row').nth(30).waitFor();
  const busy = await mainThreadOf(page, throttling);
  const times: number[] = [];
  for (let turn = 0; turn < WARM_UP + TURNS; turn += 1) {
    const name = turn % 2 === 0 ? 'Collection orders' : 'Payout orders';
    const time = await busy(async () => {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('table', { name }).waitFor();
    });
    if (turn >= WARM_UP) times.push(time);
  }
  print(`  from one visited list of 30 rows to another: ${ms(percentiles(times).p50)}`);
}

async function openConsole(from: Browser): Promise<Page> {
  const page = await from.newPage({ locale: 'en', viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}/orderList?perPage=30`);
  await page.getByLabel('Username').fill('demo');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Authenticator code').fill(await generate({ secret: DEMO_TOTP_SECRET }));
  await page.keyboard.press('Enter');
  await page.locator('table[aria-busy=false]').waitFor();
  return page;
}

async function tokenOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'Admin-Token')?.value ?? '';
}

/** The page comes from where the console comes, as far as the browser knows. */
async function openDatagrid(from: Browser, sessionToken: string): Promise<Page> {
  const page = await from.newPage({ locale: 'en', viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };
  await page.route('**/bench/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = path.join(folder, 'datagrid', pathname.replace('/bench/', '') || 'index.html');
    await route.fulfill({ body: await readFile(file), contentType: types[path.extname(file)] ?? 'text/plain' });
  });
  await page.goto(`${server.url}/bench/?token=${sessionToken}#/orders`);
  await page.getByRole('row').nth(30).waitFor();
  return page;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}

import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { preview } from 'vite';
import { z } from 'zod';
import type { MenuTree } from '#shared/contract/session.ts';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { sharedBrowser } from '#tests/support/chromium.ts';
import { addMenuPage } from '#tests/support/menuPage.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { storedDeclaration, storeSeed } from '../contracts/storedSeed.ts';
import { CONTRACT_TESTS } from './contractTests.ts';
import { books, INSTALLED, LIBRARY_MAIN, shopFiles } from './shop.ts';

const run = promisify(execFile);
const PACKED = path.resolve('dist/packages');
/** Vitest's report, as far as the test reads it. */
const reportSchema = z.object({
  numTotalTests: z.number(),
  numPassedTests: z.number(),
  testResults: z.array(z.object({ name: z.string() })),
});

let world: World;
let origin: string;

beforeAll(async () => {
  await run('npm', ['run', '--silent', 'pack:packages']);
  world = await startWorld(USUAL_DATABASE, {
    orders: 0,
    resources: { books, [storedDeclaration.name]: storedDeclaration },
  });
  await addMenuPage(world, 'M100001', 'books', 'Books');
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
}, 300_000);
afterAll(() => world.close());

/** An application outside the repository that has installed the packed packages, from their files alone. */
async function installedShop(more: Record<string, string> = {}): Promise<string> {
  const folder = await temporaryFolder({ ...(await shopFiles()), ...more });
  // Everything else is linked, so that the test needs neither a registry nor a cache.
  const others = INSTALLED.map((name) => `${name}@file:${path.resolve('node_modules', name)}`);
  const packed = (await readdir(PACKED)).filter((file) => file.endsWith('.tgz')).map((file) => path.join(PACKED, file));
  expect(packed).toHaveLength(4);
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, ...others, ...packed], { cwd: folder });
  return folder;
}

/** Runs a program of the application's node_modules. Its output is in the error if it fails. */
function inShop(folder: string, program: string, ...args: string[]): Promise<{ stdout: string }> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production' };
  return run(process.execPath, [path.join(folder, 'node_modules', program), ...args], { cwd: folder, env });
}

async function credentialsOf(username: string) {
  world.clock.advance(30);
  return { username, password: DEMO_PASSWORD, totp_code: await world.totpCode() };
}

async function signIn(page: Page): Promise<void> {
  const { username, password, totp_code: code } = await credentialsOf('demo');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Checks the application's types, builds it, and opens a page for it in a browser. */
async function openShop(folder: string) {
  await inShop(folder, 'typescript/bin/tsc');
  await inShop(folder, 'vite/bin/vite.js', 'build', '--logLevel', 'error');
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0, proxy: { '/prod-api': { target: origin, changeOrigin: true } } },
  });
  onTestFinished(() => server.close());
  const context = await (await sharedBrowser()).newContext({ locale: 'en' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, context, errors, address: server.resolvedUrls?.local[0] ?? '' };
}

it('a stock <Admin> in an empty project signs in, lists, creates, shows, edits, deletes and signs out', async () => {
  const { page, context, errors, address } = await openShop(await installedShop());
  const answered = (method: string) =>
    page.waitForResponse((response) => response.request().method() === method && response.url().includes('/books'));

  await page.goto(address);
  await signIn(page);
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByLabel('Title').fill('Ledgers');
  await page.getByLabel('Pages').fill('120');
  await Promise.all([answered('POST'), page.getByRole('button', { name: 'Save' }).click()]);

  await page.getByRole('menuitem', { name: 'Books' }).click();
  await page.getByRole('cell', { name: 'Ledgers' }).click();
  await page.getByText('120').waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Pages').fill('128');
  const [changed] = await Promise.all([answered('PUT'), page.getByRole('button', { name: 'Save' }).click()]);
  expect(changed.status()).toBe(200);
  expect(await changed.json()).toMatchObject({ data: { title: 'Ledgers', pages: 128 } });
  await page.getByRole('cell', { name: '128' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const [deleted] = await Promise.all([answered('DELETE'), page.getByRole('button', { name: 'Delete' }).click()]);
  expect(deleted.status()).toBe(200);

  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByLabel('Code').waitFor();
  // Of the server, for its look-up of failed attempts.
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['known_device']);
  expect(errors).toEqual([]);
}, 300_000);

it('pages of three declarations work in front of ra-data-fakerest', async () => {
  const { page, errors, address } = await openShop(await installedShop({ 'main.tsx': LIBRARY_MAIN }));
  const titles = async (...names: string[]) => {
    await expect.poll(() => page.locator('tbody tr td:nth-of-type(2)').allInnerTexts()).toEqual(names);
  };
  await page.goto(address);
  await page.getByRole('menuitem', { name: 'Books' }).click();
  await titles('Alder Road', 'Harbour Lights', 'Salt Songs');
  await page.getByRole('button', { name: 'Title' }).click();
  await titles('Salt Songs', 'Harbour Lights', 'Alder Road');
  await page.getByRole('combobox', { name: 'Genre' }).click();
  await page.getByRole('option', { name: 'Poetry' }).click();
  await page.keyboard.press('Escape');
  await titles('Salt Songs');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox').fill('road');
  await titles('Alder Road');

  await page.getByRole('link', { name: 'Alder Road' }).click();
  await page.getByRole('heading', { name: 'Alder Road' }).waitFor();
  await page.getByRole('definition').getByRole('link', { name: 'Noor Vale' }).waitFor();
  await page.getByRole('table', { name: 'Loans' }).getByText('2026-12-24').waitFor();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Title').fill('Alder Street');
  await page.getByLabel('Price').fill('21.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Alder Street' }).waitFor();
  await page.getByRole('definition').getByText('21.50 USD').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // The list still has its search.
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await titles('Salt Songs', 'Harbour Lights');

  await page.getByRole('link', { name: 'New' }).click();
  await page.getByLabel('Title').fill('Zenith');
  await page.getByLabel('Author').fill('Ada');
  await page.getByRole('option', { name: 'Ada Marsh' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Zenith' }).waitFor();
  await page.getByRole('definition').getByRole('link', { name: 'Ada Marsh' }).waitFor();
  expect(errors).toEqual([]);
}, 300_000);

const CONTRACT_USERS = [
  { username: 'demo', fullName: '林晓' },
  { username: 'operator', fullName: '沈航' },
];

/** Serves the tests in the application: `/<username>` responds with new credentials, `/seed` restores the records. */
async function startAttendant(restore: () => Promise<void>): Promise<string> {
  const attend = async (url: string) => (url === '/seed' ? restore() : credentialsOf(url.slice(1)));
  const attendant = createServer((request, response) => {
    void attend(request.url ?? '').then(
      (data) => response.end(JSON.stringify(data ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => attendant.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => attendant.close(() => resolve())));
  const address = attendant.address();
  if (address === null || typeof address === 'string') throw new Error('the attendant listens on a port');
  return `http://127.0.0.1:${address.port}`;
}

function permissionsIn(menu: MenuTree): string[] {
  return [
    ...new Set(menu.flatMap(({ permissions = [], children = [] }) => [...permissions, ...permissionsIn(children)])),
  ];
}

it('the contract suites hold there for a fake, our server and a provider of another project', async () => {
  const { seed, restore } = await storeSeed(world);
  const users = [];
  for (const user of CONTRACT_USERS) {
    users.push({ ...user, permissions: permissionsIn((await world.signIn(user.username)).routers) });
  }
  const folder = await installedShop(CONTRACT_TESTS);
  const data = { origin, attendant: await startAttendant(restore), seed, users };
  await writeFile(path.join(folder, 'test.json'), JSON.stringify(data));
  await inShop(folder, 'typescript/bin/tsc');
  const report = path.join(folder, 'report.json');
  await inShop(folder, 'vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`);
  const { numTotalTests, numPassedTests, testResults } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
  expect(testResults.map(({ name }) => path.basename(name)).toSorted()).toEqual([
    'fake.test.ts',
    'foreign.test.ts',
    'server.test.ts',
  ]);
  expect(numPassedTests).toBe(numTotalTests);
}, 600_000);

it('the examples of the READMEs print what their comments say', async () => {
  const folder = await installedShop();
  const printed = async (name: string) => {
    await inShop(folder, 'vite/bin/vite.js', 'build', '--ssr', `${name}.ts`, '--logLevel', 'error');
    return (await run(process.execPath, [`dist/${name}.js`], { cwd: folder })).stdout.trim();
  };
  expect(await printed('protocol')).toBe("[ 'orders.list' ]");
  expect(await printed('declaration')).toBe("0 { key: 'too_small', args: { min: '1' } }");
}, 300_000);

it('the command line of the declarations checks a folder and writes the schema for editors', async () => {
  const folder = await installedShop({
    'resources/books.json': JSON.stringify(books),
    'resources/authors.json': JSON.stringify({ ...books, name: 'authors' }),
  });
  const resources = (...args: string[]) => inShop(folder, '.bin/resources', ...args);
  expect((await resources('check')).stdout).toMatch(/^2 files checked in \d+ ms: 0 errors, 0 warnings\.\n$/);
  expect((await resources('schema')).stdout).toBe('Wrote resource.schema.json.\n');

  const wrong = { ...books, fields: [{ source: 'title', type: 'txt' }], list: { columns: ['titel'] } };
  await writeFile(path.join(folder, 'resources/books.json'), JSON.stringify(wrong, null, 2));
  const failed: unknown = await resources('check', 'books').catch((error: unknown) => error);
  const first = 'resources/books.json:8:15 R015 “txt” isn’t allowed here.';
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining(first) });
}, 300_000);

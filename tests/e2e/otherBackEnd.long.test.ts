import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { withSettings } from '#server/http/console.ts';
import { sharedBrowser, watchPage } from '#tests/support/chromium.ts';
import { serveFolder } from '#tests/support/staticServer.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const TOKEN = 'a-token-of-another-back-end';
const POLICY =
  "default-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' data: blob:";

const books = {
  version: 1,
  name: 'books',
  envelope: 'json-server',
  label: 'Books',
  operations: ['list', 'show'],
  fields: [{ source: 'title', type: 'text', required: true, search: true, sortable: true }],
};

/** A back end that has nothing but a sign-in and a list. Everything else is a 404. */
async function startTinyBackEnd(signIns: unknown[]) {
  const app = fastify();
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '',
      'Access-Control-Expose-Headers': 'X-Total-Count',
    });
    if (request.method === 'OPTIONS') await reply.status(204).send();
  });
  app.post('/api/auth/login', ({ body }, reply) => {
    signIns.push(body);
    const isKnown = JSON.stringify(body).includes('"secret"');
    return isKnown
      ? { access_token: TOKEN, expires_in: 3600, user: { name: 'Grace' } }
      : reply.status(401).send({ message: 'Who are you?' });
  });
  app.get('/api/books', ({ headers }, reply) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return reply.status(401).send({});
    void reply.header('X-Total-Count', '2');
    return [
      { id: 1, title: 'First book' },
      { id: 2, title: 'Second book' },
    ];
  });
  app.get('/api/books/:id', () => ({ id: 1, title: 'First book' }));
  onTestFinished(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

it('the console calls only what a back end with a sign-in and one list has', async () => {
  const signIns: unknown[] = [];
  const backEnd = await startTinyBackEnd(signIns);
  const folder = path.join(await temporaryFolder({}), 'console');
  await cp('dist/console', folder, { recursive: true });
  await writeFile(path.join(folder, 'resources/books.json'), JSON.stringify(books));
  const index = path.join(folder, 'index.html');
  const html = withSettings(await readFile(index, 'utf8'), {
    apiBase: `${backEnd}/api`,
    productTitle: 'Library',
    authenticator: 'none',
    envelope: 'json-server',
    signIn: {
      path: 'auth/login',
      fields: { username: 'user.email', password: 'user.password', totp_code: 'otp' },
      answer: { token: 'access_token', name: 'user.name', expires: 'expires_in' },
    },
    calls: [],
    menu: [{ title: { en: 'Shelves' }, icon: 'folder', pages: ['books'] }],
    notice: { en: 'Staging' },
  });
  await writeFile(index, html);
  const server = await serveFolder(folder, { 'Content-Security-Policy': `${POLICY}; connect-src 'self' ${backEnd}` });
  onTestFinished(() => server.close());

  const context = await (await sharedBrowser()).newContext({ locale: 'en' });
  onTestFinished(() => context.close());
  // So that what the console asks for later has been asked for by the end.
  const page = await context.newPage();
  await page.clock.install();
  const trouble = watchPage(page, server.origin);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  await page.goto(server.origin);
  await page.getByLabel('Username').fill('grace@example.com');
  // The console's own words are about payments.
  expect(await page.locator('header').innerText()).toBe('Library');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Who are you?').waitFor();
  expect(refused.splice(0)).toEqual([`401 POST ${backEnd}/api/auth/login`]);
  trouble.console.length = 0;

  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('cell', { name: 'Second book' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/books');
  expect(signIns.at(-1)).toEqual({ user: { email: 'grace@example.com', password: 'secret' } });
  await page.getByText('Grace').waitFor();
  await page.getByRole('status').getByText('Staging').waitFor();
  await page.getByRole('button', { name: 'Shelves' }).waitFor();
  for (const name of ['Notifications', 'Tasks']) expect(await page.getByRole('button', { name }).count()).toBe(0);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  expect(await page.getByRole('menuitem').count()).toBe(1);
  await page.keyboard.press('Escape');

  await page.clock.runFor(60_000);
  await page.reload();
  await page.getByRole('cell', { name: 'First book' }).click();
  await page.getByRole('heading', { level: 1, name: 'First book' }).waitFor();
  await page.clock.runFor(60_000);
  expect(refused).toEqual([]);
  expect({ ...trouble, foreignRequests: [] }).toEqual({ console: [], failedRequests: [], foreignRequests: [] });

  await page.clock.runFor(3_600_000);
  await page.getByLabel('Username').waitFor();
  expect(refused).toEqual([]);
});

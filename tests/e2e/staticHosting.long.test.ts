import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import { sharedBrowser, watchPage } from '#tests/support/chromium.ts';
import { createForeignBackEnd } from '#tests/support/foreignBackEnd.ts';
import { sampleSession } from '#tests/support/sampleSession.ts';
import { serveFolder } from '#tests/support/staticServer.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { watchCalls } from '#tests/support/watchCalls.ts';
import { foreignChannels, foreignDeclaration } from '../contracts/foreignSeed.ts';

const session = sampleSession();
const page = { icon: null, index: 0, redirect: null, is_hidden: 0 } as const;
const menu = [
  {
    ...page,
    id: '1',
    url_name: 'elsewhere',
    component_path: null,
    title: 'Elsewhere',
    children: [{ ...page, id: '2', url_name: 'channels', component_path: 'foreign_channels', title: 'Channels' }],
  },
];

/**
 * A foreign back end at another origin, with CORS for the console's pages.
 * @param signIns gets the bodies of all sign-ins
 */
async function startForeignBackEnd(console: () => string, signIns: unknown[]) {
  const app = createForeignBackEnd(foreignChannels, session.login_token);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Access-Control-Allow-Origin': console(),
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '',
    });
    if (request.method === 'OPTIONS') await reply.status(204).send();
  });
  const info = { roles: ['owner'], name: 'Someone', avatar: '', introduction: '' };
  const answers = {
    'vue-element-admin/user/info': info,
    'menu-tree': menu,
    'notifications/unread': { count: 0, newest: null },
    tasks: { items: [] },
  };
  for (const [name, data] of Object.entries(answers)) app.get(`/prod-api/${name}`, () => ({ code: 0, data }));
  app.post('/prod-api/login', ({ body }) => {
    signIns.push(body);
    return { code: 0, data: { ...session, routers: menu } };
  });
  onTestFinished(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

it('the built console, served by any web server, signs in without a code and shows a list of another origin', async () => {
  let origin = '';
  const signIns: unknown[] = [];
  const backEnd = await startForeignBackEnd(() => origin, signIns);
  const folder = path.join(await temporaryFolder({}), 'console');
  await cp('dist/console', folder, { recursive: true });
  await writeFile(path.join(folder, 'resources/foreign_channels.json'), JSON.stringify(foreignDeclaration));
  const settings: Partial<RuntimeSettings> = {
    apiBase: `${backEnd}/prod-api`,
    productTitle: 'Elsewhere',
    authenticator: 'none',
    tagline: { en: 'All our channels', ja: 'すべてのチャネル' },
  };
  const index = await readFile(path.join(folder, 'index.html'), 'utf8');
  const block = /(id="runtime-settings">)\s*\{\s*\}/;
  expect(index).toMatch(block);
  await writeFile(path.join(folder, 'index.html'), index.replace(block, `$1${JSON.stringify(settings)}`));
  const server = await serveFolder(folder, {
    'Content-Security-Policy': `default-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' data: blob:; connect-src 'self' ${backEnd}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  });
  onTestFinished(() => server.close());
  ({ origin } = server);

  const browser = await sharedBrowser();
  const context = await browser.newContext({ locale: 'ja' });
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  const trouble = watchPage(tab, origin);
  const answered = watchCalls(tab);
  // What the header asks for after the first page.
  const late = tab.waitForResponse(`${backEnd}/prod-api/tasks`);
  await tab.goto(`${origin}/elsewhere/channels`);
  await tab.getByText('すべてのチャネル').waitFor();
  await tab.getByRole('combobox').selectOption('en');
  await tab.getByText('All our channels').waitFor();
  await tab.getByLabel('Username').fill('someone');
  await tab.getByLabel('Password', { exact: true }).fill('a password');
  expect(await tab.getByRole('textbox').count()).toBe(2);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.getByRole('cell', { name: 'Channel 2' }).waitFor();
  expect(signIns).toEqual([{ username: 'someone', password: 'a password' }]);
  expect(await tab.title()).toBe('Channels - Elsewhere');
  expect(await tab.getByRole('row').count()).toBe(foreignChannels.length + 1);
  await late;
  await answered();
  expect((await tab.getByRole('alert').allTextContents()).join('')).toBe('');
  await tab.reload();
  await tab.getByRole('cell', { name: 'Channel 2' }).waitFor();
  expect({ ...trouble, foreignRequests: [] }).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  expect(trouble.foreignRequests.filter((url) => !url.startsWith(`${backEnd}/`))).toEqual([]);
});

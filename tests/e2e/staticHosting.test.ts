import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import { MENU_KEY, TOKEN_COOKIE } from '@merchant-console/ra-provider/token';
import { CURRENCY_COOKIE } from '@merchant-console/ra-provider';
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

/** A foreign back end at another origin, with CORS for the console's pages. */
async function startForeignBackEnd(console: () => string) {
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
  onTestFinished(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

it('the built console, served by any web server, shows a list of a back end at another origin', async () => {
  let origin = '';
  const backEnd = await startForeignBackEnd(() => origin);
  const folder = path.join(await temporaryFolder({}), 'console');
  await cp('dist/console', folder, { recursive: true });
  await writeFile(path.join(folder, 'resources/foreign_channels.json'), JSON.stringify(foreignDeclaration));
  const settings: Partial<RuntimeSettings> = { apiBase: `${backEnd}/prod-api`, productTitle: 'Elsewhere' };
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
  const stored = { [TOKEN_COOKIE]: session.login_token, [CURRENCY_COOKIE]: JSON.stringify(session.currency_data) };
  const context = await browser.newContext({
    locale: 'en',
    storageState: {
      cookies: Object.entries(stored).map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Strict' as const,
      })),
      origins: [{ origin, localStorage: [{ name: MENU_KEY, value: JSON.stringify(menu) }] }],
    },
  });
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  const trouble = watchPage(tab, origin);
  const answered = watchCalls(tab);
  // What the header asks for after the first page.
  const late = tab.waitForResponse(`${backEnd}/prod-api/tasks`);
  await tab.goto(`${origin}/elsewhere/channels`);
  await tab.getByRole('cell', { name: 'Channel 2' }).waitFor();
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

import path from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RuntimeSettings } from '#shared/contract/runtimeSettings.ts';
import { serveConsole } from '#server/http/console.ts';
import { MENU_KEY, TOKEN_COOKIE } from '@merchant-console/ra-provider/token';
import { CURRENCY_COOKIE } from '@merchant-console/ra-provider';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { axe, sharedBrowser, watchPage, type AxeOptions, type PageTrouble } from './chromium.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

/** Without animations, which tests would only have to wait for. A test of animations asks for `no-preference`. */
const USUAL: BrowserContextOptions = {
  locale: 'en',
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
};
const PROJECT = path.resolve(import.meta.dirname, '../..');

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** The built console in a real browser, served by the real server on PostgreSQL, the faster database. */
export interface OpenedConsole {
  world: World;
  origin: string;
  /**
   * Opens a new browser profile with one page. The test fails if the page logs errors or makes failed or foreign
   * requests.
   */
  open(address: string, options?: OpenOptions): Promise<ConsolePage>;
  close(): Promise<void>;
}

/** All opened pages, for `tellOfPages.ts`. */
export const openedPages = new Set<Page>();

interface OpenOptions extends BrowserContextOptions {
  /** Lets the console prefetch, which takes as much processor time as opening it. */
  prefetches?: boolean;
  /** User to open the page for, already signed in: faster than the login page. */
  as?: string;
  /** False for a session that asks for payment password and code before acts that widen power. Default: true. */
  isConfirmed?: boolean;
}

export interface ConsolePage {
  page: Page;
  context: BrowserContext;
  trouble: PageTrouble;
  /** Submits the login form with a code that hasn't been used. */
  signIn(username?: string): Promise<void>;
  /** Fails if axe finds a violation on the current page. */
  expectAccessible(options?: AxeOptions): Promise<void>;
  /** Runs `expectAccessible` in the light and the dark colour scheme, in the dark one for colours only. */
  expectAccessibleInBoth(options?: Pick<AxeOptions, 'withoutShell' | 'within'>): Promise<void>;
}

interface OpenConsoleOptions extends Omit<WorldOptions, 'app'> {
  /** Runtime settings in index.html. */
  settings?: Partial<RuntimeSettings>;
  keyGraceHours?: number;
  /** True to serve the console as outside a demo, with the sandbox allowed. */
  tellsOfSandbox?: boolean;
  /** Folder of the built console. Default: the one that the sources make. */
  folder?: string;
}

export async function openConsole({
  orders = 300,
  resources = {},
  settings = {},
  keyGraceHours = 0,
  tellsOfSandbox = false,
  folder = path.join(PROJECT, 'dist/console'),
  database,
}: OpenConsoleOptions = {}): Promise<OpenedConsole> {
  const world = await startWorld('postgres', {
    orders,
    resources,
    inMenus: false,
    ...(database && { database }),
    app: {
      keyGraceHours,
      tellsOfSandbox,
      serveConsole(app) {
        // Compressing the console's files for each new profile takes longer than sending them uncompressed.
        app.addHook('onRequest', async ({ raw }) => void delete raw.headers['accept-encoding']);
        return serveConsole(app, { folder, settings });
      },
    },
  });
  const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await sharedBrowser();
  const contexts: BrowserContext[] = [];

  async function open(
    address: string,
    { as: user, isConfirmed = true, prefetches = false, ...options }: OpenOptions = {},
  ): Promise<ConsolePage> {
    const storageState =
      user === undefined ? {} : { storageState: await signedIn(world, origin, { username: user, isConfirmed }) };
    const context = await browser.newContext({ ...USUAL, ...storageState, ...options });
    contexts.push(context);
    if (!prefetches)
      await context.addInitScript("Object.defineProperty(navigator.connection, 'saveData', { value: true })");
    const page = await context.newPage();
    openedPages.add(page);
    page.on('close', () => openedPages.delete(page));
    const trouble = watchPage(page, origin);
    async function expectAccessible(what?: AxeOptions): Promise<void> {
      await page.evaluate(standStill);
      expect({ page: page.url(), wrong: await axe(page, what) }).toEqual({ page: page.url(), wrong: [] });
    }
    await page.goto(origin + address);
    if (user !== undefined) await page.getByRole('main').waitFor();
    return {
      page,
      context,
      trouble,
      async signIn(username = 'demo') {
        world.clock.advance(30);
        await page.getByLabel('Username').fill(username);
        await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
        await page.getByLabel('Authenticator code').fill(await world.totpCode());
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL((url) => url.pathname !== '/login');
      },
      expectAccessible,
      async expectAccessibleInBoth(part) {
        await page.emulateMedia({ colorScheme: 'light' });
        await expectAccessible(part);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectAccessible({ ...part, rules: 'colors' });
      },
    };
  }

  return {
    world,
    origin,
    open,
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await world.close();
    },
  };
}

/** The browser's storage after a sign-in, see packages/ra-provider/src/sessionStore.ts. */
async function signedIn(
  world: World,
  origin: string,
  { username, isConfirmed }: { username: string; isConfirmed: boolean },
): Promise<StorageState> {
  const session = await (isConfirmed ? world.signIn(username) : world.signInUnconfirmed(username));
  const { login_token: token, currency_data: currencyData, routers } = session;
  const cookies = { [TOKEN_COOKIE]: token, [CURRENCY_COOKIE]: JSON.stringify(currencyData) };
  const attributes = { domain: '127.0.0.1', path: '/', expires: -1, httpOnly: false, secure: false };
  return {
    cookies: Object.entries(cookies).map(([name, value]) => {
      return { ...attributes, name, value: encodeURIComponent(value), sameSite: 'Strict' };
    }),
    origins: [{ origin, localStorage: [{ name: MENU_KEY, value: JSON.stringify(routers) }] }],
  };
}

/** Waits for running transitions, during which contrast is lower. The end of one can start another. */
async function standStill(): Promise<void> {
  // Pages apply a changed colour scheme in the next frame.
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  const ending = () =>
    document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    });
  for (let running = ending(); running.length > 0; running = ending()) {
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
}

import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { serveConsole } from '#server/http/console.ts';
import { DEMO_PASSWORD } from '#server/demo/signIns.ts';
import { axe, launchBrowser, watchPage, type PageTrouble } from './chromium.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');

/** The built console, served by the real server on the embedded database, in a real browser. */
export interface OpenedConsole {
  world: World;
  origin: string;
  /** A new browser profile with one page; it must end without errors, failed or foreign requests. */
  open(address: string, options?: BrowserContextOptions): Promise<ConsolePage>;
  close(): Promise<void>;
}

export interface ConsolePage {
  page: Page;
  context: BrowserContext;
  trouble: PageTrouble;
  /** Fills in the login form, with a code that has not been used, and sends it. */
  signIn(username?: string): Promise<void>;
  /** Fails when axe finds anything on the page as it is now. */
  expectAccessible(): Promise<void>;
}

export async function openConsole({
  orders = 300,
  resources = {},
}: Omit<WorldOptions, 'app'> = {}): Promise<OpenedConsole> {
  const world = await startWorld('embedded', {
    ...{ orders, resources },
    app: {
      serveConsole: (app) =>
        serveConsole(app, {
          folder: path.join(PROJECT, 'dist/console'),
          settings: {},
        }),
    },
  });
  const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const browser: Browser = await launchBrowser();

  async function open(address: string, options: BrowserContextOptions = {}): Promise<ConsolePage> {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    const trouble = watchPage(page, origin);
    await page.goto(origin + address);
    return {
      ...{ page, context, trouble },
      async signIn(username = 'demo') {
        world.clock.advance(30);
        await page.getByLabel('Username').fill(username);
        await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
        await page.getByLabel('Authenticator code').fill(await world.totpCode());
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL((url) => url.pathname !== '/login');
      },
      async expectAccessible() {
        // What is still fading in has less contrast than it will have.
        await page.evaluate(() => {
          const ending = document
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
          return Promise.allSettled(ending.map(({ finished }) => finished));
        });
        expect(await axe(page)).toEqual([]);
      },
    };
  }

  return {
    ...{ world, origin, open },
    async close() {
      await browser.close();
      await world.close();
    },
  };
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '@merchant-console/declaration/languages';
import { buildRouteTable } from '#console/shell/menu/routeTable.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { watchForBareKeys } from '#tests/support/bareKeys.ts';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Number of pages open at the same time, so that one renders while another waits for the server. */
const AT_A_TIME = 3;

/**
 * The languages have the same keys (`tests/i18n/texts.test.ts`) in files that are loaded in the same way, so each address is
 * opened in one of them.
 */
describe('each address of the menu, opened directly', () => {
  let console: OpenedConsole;
  let addresses: Record<'demo' | 'operator', string[]>;
  let namespaces: string[];

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    const demo = await patternsOf('demo');
    const operator = await patternsOf('operator');
    // Operators have some of a merchant's pages.
    addresses = { demo, operator: operator.filter((address) => !demo.includes(address)) };
    namespaces = [...Object.keys((await loadMessages('i18n')).en), 'ra'];
  });
  afterAll(() => console.close());

  /** The addresses of a user's menu, and those of the forms below. */
  async function patternsOf(username: string): Promise<string[]> {
    const { routers } = await console.world.signIn(username);
    return buildRouteTable(routers).routes.flatMap(({ page, pattern, permissions }) => {
      if (page === null || pattern.includes(':')) return [];
      const canCreate = permissions.some((permission) => permission.endsWith('.create'));
      return canCreate ? [pattern, `${pattern}/create`] : [pattern];
    });
  }

  async function open(page: Page, address: string): Promise<string[]> {
    await page.goto(console.origin + address);
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForFunction(
      () => ![...document.querySelectorAll('main [aria-busy=true]')].some((busy) => busy.checkVisibility()),
    );
    return page.evaluate(() => window.shownBareKeys);
  }

  it.each(LANGUAGES)('%s: shows no raw translation key', async (language) => {
    const bare: string[] = [];
    for (const username of ['demo', 'operator'] as const) {
      const waiting = addresses[username].filter((_, index) => LANGUAGES[index % LANGUAGES.length] === language);
      expect(waiting.length).toBeGreaterThan(2);
      const { context, page: first } = await console.open('/dashboard', { as: username, locale: language });
      await context.addInitScript(watchForBareKeys, namespaces);
      const pages = [first, ...(await Promise.all(Array.from({ length: AT_A_TIME - 1 }, () => context.newPage())))];
      await Promise.all(
        pages.map(async (page) => {
          for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
            const keys = await open(page, address);
            if (keys.length > 0) bare.push(`${address}: ${keys.join(', ')}`);
          }
        }),
      );
      await context.close();
    }
    expect(bare).toEqual([]);
  });
});

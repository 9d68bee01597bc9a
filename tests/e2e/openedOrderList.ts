import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

/** Opens the list of orders for all tests of the `describe` around. Use what it returns in tests only. */
export function openedOrderList() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
    await settled();
  });
  afterAll(() => console.close());
  const settled = () => page.locator('table[aria-busy="false"]').waitFor();
  const open = async (query = '') => {
    await page.goto(`${console.origin}/orderList${query}`);
    await settled();
  };
  return {
    get page() {
      return page;
    },
    get console() {
      return console;
    },
    get opened() {
      return opened;
    },
    settled,
    open,
  };
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

/** Opens the list of orders for all tests of the `describe` around. Use what it returns in tests only. */
export function openedTestMode() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  const BANNER = 'Test mode: no real money moves.';
  return {
    get page() {
      return page;
    },
    get opened() {
      return opened;
    },
    BANNER,
  };
}

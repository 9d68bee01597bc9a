import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

interface OpenedOrders {
  readonly console: OpenedConsole;
  readonly opened: ConsolePage;
  readonly page: Page;
}

/** Opens the list of orders in one colour scheme, for all tests of the `describe` around. Use what it returns in tests only. */
export function openedOrders(colorScheme: 'light' | 'dark'): OpenedOrders {
  let console: OpenedConsole;
  let opened: ConsolePage;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/orderList', { as: 'demo', colorScheme });
  });
  afterAll(() => console.close());
  return {
    get console() {
      return console;
    },
    get opened() {
      return opened;
    },
    get page() {
      return opened.page;
    },
  };
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

interface OpenedOrders {
  readonly console: OpenedConsole;
  readonly opened: ConsolePage;
  readonly page: Page;
}

/** Opens the list of orders for all tests of the `describe` around. Use what it returns in tests only. */
export function openedOrders(): OpenedOrders {
  let console: OpenedConsole;
  let opened: ConsolePage;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/orderList', { as: 'demo' });
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

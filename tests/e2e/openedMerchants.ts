import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Opens the console for an operator, for all tests of the `describe` around. Use what it returns in tests only. */
export function openedMerchants() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    // Removes all orders with what refers to them, as before the first order.
    const { kysely } = console.world.db;
    await kysely.deleteFrom('notify_attempts').execute();
    await kysely.deleteFrom('refunds').execute();
    await kysely.deleteFrom('orders').execute();
    opened = await console.open('/dashboard', { as: 'operator' });
    page = opened.page;
  });
  afterAll(() => console.close());
  return {
    get page() {
      return page;
    },
    get opened() {
      return opened;
    },
  };
}

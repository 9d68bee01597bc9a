import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Opens the user’s own account for all tests of the `describe` around. Use what it returns in tests only. */
export function openedAccount() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  return {
    get console() {
      return console;
    },
    get page() {
      return page;
    },
    get opened() {
      return opened;
    },
    press,
  };
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { dayInZone } from '@merchant-console/declaration';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Opens the statement for all tests of the `describe` around. Use what it returns in tests only. */
export function openedStatement() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let today = '';
  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
    today = dayInZone(console.world.clock.now(), 'Asia/Shanghai');
    opened = await console.open('/statement', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  const sheet = () => page.getByRole('article', { name: 'Account statement' });
  return {
    get page() {
      return page;
    },
    get today() {
      return today;
    },
    get opened() {
      return opened;
    },
    get console() {
      return console;
    },
    sheet,
  };
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Opens the sub-merchants for all tests of the `describe` around. Use what it returns in tests only. */
export function openedSubmerchants() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole();
    opened = await console.open('/submercList', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  return {
    get page() {
      return page;
    },
    get opened() {
      return opened;
    },
    get console() {
      return console;
    },
    button,
  };
}

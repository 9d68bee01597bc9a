import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Opens the basic information for all tests of the `describe` around. Use what it returns in tests only. */
export function openedInformation() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20, keyGraceHours: 24 });
    opened = await console.open('/personal/basicInformation', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  const input = (name: string) => page.getByLabel(name, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const card = (name: string) => page.getByRole('region', { name });
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
    press,
    input,
    card,
  };
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Opens the page for payment files for all tests of the `describe` around. Use what it returns in tests only. */
export function openedBatches() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/batchtransfer', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  const choose = (csv: string) =>
    page.setInputFiles('input[type=file]', { name: 'wages.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
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
    choose,
  };
}

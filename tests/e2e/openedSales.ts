import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['companies', 'contacts', 'deals', 'follow_ups', 'tags', 'sales'] as const;

/** Opens the dashboard of the example for all tests of the `describe` around. Use what it returns in tests only. */
export function openedSales() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openExample('crm', NAMES);
    opened = await console.open('/sales', { as: 'demo' });
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
    get console() {
      return console;
    },
  };
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { DECLARATIONS } from '#tests/server/modules/imports/importWorld.ts';
import { addMenuPage } from '#tests/support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Opens the list to import into for all tests of the `describe` around. Use what it returns in tests only. */
export function openedImports() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20, resources: DECLARATIONS });
    for (const name of ['clients', 'firms']) await addMenuPage(console.world, 'M100001', name, name);
    opened = await console.open('/clients', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
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
  };
}

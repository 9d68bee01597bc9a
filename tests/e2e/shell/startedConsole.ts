import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Serves the console for all tests of the `describe` around. Use what it returns in tests only. */
export function startedConsole() {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
  });
  afterAll(() => console.close());
  const pathOf = (page: Page) => page.url().slice(console.origin.length);
  const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in' });
  const table = (page: Page) => page.getByRole('table', { name: 'Collection orders' });
  return {
    get console() {
      return console;
    },
    signInHeading,
    pathOf,
    table,
  };
}

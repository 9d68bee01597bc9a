import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Serves the console for all tests of the `describe` around. Use what it returns in tests only. */
export function servedConsole() {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
  });
  afterAll(() => console.close());
  const OVER = { code: 400, msg: 'The session is over', data: null };
  const pathOf = (page: Page) => page.url().slice(console.origin.length);
  const signInPage = (page: Page) => page.getByRole('heading', { name: 'Sign in' });
  return {
    get console() {
      return console;
    },
    pathOf,
    OVER,
    signInPage,
  };
}

import { afterAll, beforeAll } from 'vitest';
import { openConsole, type OpenedConsole } from './openedConsole.ts';

/**
 * Serves the console with 60 orders for all tests of the `describe` around, which open their own pages. Use what it
 * returns in tests only.
 */
export function servedConsole() {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
  });
  afterAll(() => console.close());
  return {
    get console() {
      return console;
    },
  };
}

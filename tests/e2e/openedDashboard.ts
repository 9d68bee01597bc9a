import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Opens the dashboard for all tests of the `describe` around. Use what it returns in tests only. */
export function openedDashboard() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole();
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const digits = async (text: Promise<string | null>) => ((await text) ?? '').replaceAll(/\D/g, '');
  const range = (name: string) => part('Period').getByRole('button', { name, exact: true });
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
    part,
    range,
    digits,
  };
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openExample } from '../support/exampleConsole.ts';
import type { ConsolePage, OpenedConsole } from '../support/openedConsole.ts';

const NAMES = ['customers', 'products', 'invoices', 'invoice_lines'] as const;

/** Opens the example for all tests of the `describe` around. Use what it returns in tests only. */
export function openedInvoicing() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openExample('invoicing', NAMES);
    opened = await console.open('/customers/create', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true });
  const of = (number: number, name: string) => line(number).getByRole('textbox', { name });
  const save = () => page.getByRole('button', { name: 'Save' }).click();
  const open = (path: string) => page.goto(new URL(path, page.url()).href);
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
    of,
    save,
    open,
    line,
  };
}

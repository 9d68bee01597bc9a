import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Opens the wallet for all tests of the `describe` around. Use what it returns in tests only. */
export function openedWallet() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let wallet: { available: bigint; frozen: bigint };
  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
    const { rows } = await sql<typeof wallet>`
      select available, frozen from wallets join merchants using (merchant_id) where merchant_no = 'M100001'`.execute(
      console.world.db.kysely,
    );
    const [row] = rows;
    if (!row) throw new Error('the demo has no wallet');
    wallet = row;
    opened = await console.open('/wallets', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  const figure = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const dialog = () => page.getByRole('dialog');
  const entries = () =>
    dialog()
      .getByRole('table', { name: /Entries/ })
      .getByRole('row');
  return {
    get wallet() {
      return wallet;
    },
    get page() {
      return page;
    },
    get opened() {
      return opened;
    },
    get console() {
      return console;
    },
    figure,
    dialog,
    entries,
  };
}

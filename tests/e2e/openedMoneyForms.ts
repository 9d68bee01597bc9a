import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

export const OUTER_FEE = { rate_bps: 0, fixed_fee: 500n, min_fee: null, max_fee: null, deduction: 'outer' } as const;

/** Opens the withdrawal form for all tests of the `describe` around. Use what it returns in tests only. */
export function openedMoneyForms() {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    await setChannel('withdrawal', { ...OUTER_FEE, min_amount: 10_000n, max_amount: 10n ** 12n });
    opened = await console.open('/withdraw', { as: 'demo' });
    page = opened.page;
    page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(() => console.close());
  beforeEach(() => page.unrouteAll());
  async function setChannel(type: 'withdrawal' | 'payout', change: object): Promise<void> {
    await console.world.db.kysely.updateTable('channels').set(change).where('type', '=', type).execute();
  }
  async function count(table: 'withdrawals' | 'payment_requests'): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int n from ${sql.table(table)}`.execute(
      console.world.db.kysely,
    );
    return rows[0]?.n ?? NaN;
  }
  /** Replaces what the field contains. */
  async function openForm(address: string): Promise<void> {
    await page.goto(console.origin + address);
    await amount().waitFor();
  }
  const amount = () => page.getByLabel(/^(Withdrawal|Payment|Deposit) amount/);
  const figure = (label: string) =>
    page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[contains(., "${label}")]`) });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const password = () => page.getByLabel(/^Payment password/);
  async function review(value: string): Promise<void> {
    await amount().fill(value);
    await press('Review');
    await password().waitFor();
  }
  async function confirm(secret: string): Promise<void> {
    await password().fill(secret);
    await password().press('Enter');
  }
  async function expectPrompts(...prompts: string[]): Promise<void> {
    await press('Review');
    for (const prompt of prompts) await page.getByText(prompt, { exact: true }).waitFor();
    expect(await page.getByText('This field is required.').count()).toBe(0);
    expect(await password().isVisible()).toBe(false);
  }
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
    amount,
    figure,
    press,
    password,
    confirm,
    expectPrompts,
    review,
    setChannel,
    count,
    openForm,
  };
}

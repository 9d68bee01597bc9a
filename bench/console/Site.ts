import type { Locator, Page } from 'playwright-core';

/** Rows per list page in both consoles. */
export const ROWS = 30;

export const LISTS = { orders: 'Collection orders', payouts: 'Payout orders' } as const;
export type ListName = keyof typeof LISTS;

/** One of the compared consoles, and the elements that a user clicks in it. */
export interface Site {
  name: string;
  origin: string;
  /** Address of the login page that leads to the list of orders. */
  loginPath: string;
  /** Opens the list of payouts for the first time, from the list of orders, with `ROWS` rows per page. */
  openPayouts(page: Page): Promise<void>;
  /** The link to a list that has been open before. */
  wayTo(page: Page, list: ListName): Locator;
  /** The link from a list to the record of a row, counted from 0. */
  wayToRecord(page: Page, row: number): Locator;
  /** Label of a field that records show and lists don't. */
  onlyOnRecords: string;
}

export function consoleAt(origin: string): Site {
  return {
    name: 'console',
    origin,
    loginPath: `/login?redirect=${encodeURIComponent(`/orderList?perPage=${ROWS}`)}`,
    async openPayouts(page) {
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      await menu.getByRole('link', { name: LISTS.payouts }).click();
      await page.getByRole('table', { name: LISTS.payouts }).waitFor();
      await page.getByRole('combobox', { name: 'Rows per page' }).click();
      await page.getByRole('option', { name: String(ROWS) }).click();
      await page.locator('table[aria-busy=false]').waitFor();
      await page.getByRole('row').nth(ROWS).waitFor();
    },
    wayTo: (page, list) => page.getByRole('tab', { name: LISTS[list], exact: true }),
    wayToRecord: (page, row) => page.locator('tbody tr').nth(row).getByRole('link').first(),
    onlyOnRecords: 'Updated',
  };
}

export function plainConsoleAt(origin: string): Site {
  const wayTo = (page: Page, list: ListName) => page.getByRole('menuitem', { name: LISTS[list] });
  return {
    name: 'react-admin',
    origin,
    loginPath: '/#/login',
    async openPayouts(page) {
      await wayTo(page, 'payouts').click();
      await page.getByRole('columnheader', { name: 'Payee name' }).waitFor();
      await page.getByRole('row').nth(ROWS).waitFor();
    },
    wayTo,
    wayToRecord: (page, row) => page.locator('tbody tr').nth(row).locator('td').nth(1),
    onlyOnRecords: 'Updated at',
  };
}

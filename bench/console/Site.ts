import type { Locator, Page } from 'playwright-core';

/** Rows of a list's page in both consoles. */
export const ROWS = 30;

export const LISTS = { orders: 'Collection orders', payouts: 'Payout orders' } as const;
export type ListName = keyof typeof LISTS;

/** One of the consoles that are compared, and where in it a user presses. */
export interface Site {
  name: string;
  origin: string;
  /** Address of the login page from which one comes to the list of orders. */
  loginPath: string;
  /** Goes from the list of orders to that of payouts for the first time, and makes its pages as long. */
  openPayouts(page: Page): Promise<void>;
  /** What leads to a list that has been open before. */
  wayTo(page: Page, list: ListName): Locator;
  /** What leads from a list to the record of its row, counted from 0. */
  wayToRecord(page: Page, row: number): Locator;
  /** Name of a field that records show and lists do not. */
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

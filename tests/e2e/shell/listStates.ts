import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const filtered = (filter: object) => `/orderList?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** Tests with axe each state of a list, in one colour scheme. */
export function testListStates(colorScheme: 'light' | 'dark'): void {
  describe(`${colorScheme}: a list is accessible in each of its states`, () => {
    let console: OpenedConsole;
    let opened: ConsolePage;
    let page: Page;

    beforeAll(async () => {
      console = await openConsole({ orders: 60 });
      opened = await console.open('/orderList', { as: 'demo', reducedMotion: 'reduce', colorScheme });
      page = opened.page;
    });
    afterAll(() => console.close());

    const open = async (address = '/orderList') => {
      await page.goto(console.origin + address);
      await page.locator('table[aria-busy=false]').waitFor();
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
    const filter = (name: string | RegExp) =>
      page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name });

    describe('over the orders', () => {
      beforeEach(async () => {
        await open(filtered({ status: ['success'], amount_gte: '100' }));
      });

      it.each(['Channel', 'Order amount', 'Create time'])('the filter %s', async (name) => {
        await filter(new RegExp(`^${name}`)).click();
        await page.getByRole('dialog').or(page.getByRole('listbox')).waitFor();
        await opened.expectAccessible();
        if (name !== 'Order amount') return;
        await page.getByLabel('Minimum').fill('1x');
        await page.keyboard.press('Enter');
        await page.getByText('Enter a number').waitFor();
        await opened.expectAccessible();
      });

      it('the saved views, and the naming of one', async () => {
        await button(/^View:/).click();
        await item(/^Save as new view/).waitFor();
        await opened.expectAccessible();
        await item(/^Save as new view/).click();
        await page.getByLabel('Name of the view').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await opened.expectAccessible();
      });

      it.each(['Columns', 'Export', 'Keyboard shortcuts'])('what %s opens', async (name) => {
        await button(name).click();
        await page.getByRole('dialog').waitFor();
        await opened.expectAccessible();
      });

      it('rows that are selected, one in focus, one under the pointer', async () => {
        for (const at of [1, 2]) await page.getByRole('row').nth(at).getByRole('checkbox').check();
        await page.locator('tbody tr').nth(3).focus();
        await page.locator('tbody tr').nth(4).hover();
        await page.getByText('2 selected').waitFor();
        await opened.expectAccessible();
      });

      it('on a phone, with the choice of an order and rows to select', async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole('combobox', { name: 'Sort by' }).click();
        await page.getByRole('listbox').waitFor();
        await opened.expectAccessible();
        await page.keyboard.press('Escape');
        await button('Select').click();
        await page.locator('tbody tr').first().click();
        await page.getByText('1 selected').waitFor();
        await opened.expectAccessible();
        await page.setViewportSize({ width: 1440, height: 900 });
      });
    });

    it('with nothing found, on any page or at all', async () => {
      for (const q of [{ q: 'nothing like this' }, { created_at_lte: '2001-01-01T00:00:00.000Z' }]) {
        await page.goto(console.origin + filtered(q));
        await page.getByText('Change or clear the filters').waitFor();
        await opened.expectAccessible();
      }
    });

    it('that can not be had', async () => {
      await page.route('**/prod-api/orders?**', (route) => route.abort());
      await page.goto(`${console.origin}/orderList`);
      await button('Try again').waitFor();
      await opened.expectAccessible();
      await page.unroute('**/prod-api/orders?**');
    });

    it('while it is being had', async () => {
      await page.route('**/prod-api/orders?**', () => undefined);
      await page.goto(`${console.origin}/orderList`);
      await page.locator('table[aria-busy=true]').waitFor();
      await opened.expectAccessible();
      await page.unroute('**/prod-api/orders?**');
    });
  });
}

import { beforeEach, describe, it } from 'vitest';
import { openedOrders } from './openedOrders.ts';

const filtered = (filter: object) => `/orderList?filter=${encodeURIComponent(JSON.stringify(filter))}`;

describe('a list is accessible in each of its states', () => {
  const at = openedOrders();
  const check = () => at.opened.expectAccessibleInBoth({ withoutShell: true });

  const open = async (address = '/orderList') => {
    await at.page.goto(at.console.origin + address);
    await at.page.locator('table[aria-busy=false]').waitFor();
  };
  const button = (name: string | RegExp) => at.page.getByRole('button', { name });
  const item = (name: string | RegExp) => at.page.getByRole('menuitem', { name });
  const filter = (name: string | RegExp) =>
    at.page.getByRole('group', { name: 'Filters' }).getByRole('combobox', { name });

  describe('of the orders', () => {
    beforeEach(async () => {
      await open(filtered({ status: ['success'], amount_gte: '100' }));
    });

    it.each(['Channel', 'Order amount', 'Created'])('with the %s filter open', async (name) => {
      await filter(new RegExp(`^${name}`)).click();
      await at.page.getByRole('dialog').or(at.page.getByRole('listbox')).waitFor();
      await check();
      if (name !== 'Order amount') return;
      await at.page.getByLabel('Minimum').fill('1x');
      await at.page.keyboard.press('Enter');
      await at.page.getByText('Enter a number').waitFor();
      await check();
    });

    it('with the saved views open, and while one is being named', async () => {
      await button(/^View:/).click();
      await item(/^Save as new view/).waitFor();
      await check();
      await item(/^Save as new view/).click();
      await at.page.getByLabel('View name').waitFor();
      await at.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await check();
    });

    it('with the columns open', async () => {
      await button(/^View:/).click();
      await item('Columns…').click();
      await at.page.getByRole('dialog', { name: 'Columns' }).waitFor();
      await check();
    });

    it.each(['Export', 'Keyboard shortcuts'])('with %s open', async (name) => {
      await button(name).click();
      await at.page.getByRole('dialog').waitFor();
      await check();
    });

    it('with rows selected, focused and under the pointer', async () => {
      for (const nth of [1, 2]) await at.page.getByRole('row').nth(nth).getByRole('checkbox').check();
      await at.page.locator('tbody tr').nth(3).focus();
      await at.page.locator('tbody tr').nth(4).hover();
      await at.page.getByText('2 selected').waitFor();
      await check();
    });

    it('on a phone, with the sort menu, and with rows to select', async () => {
      await at.page.setViewportSize({ width: 390, height: 844 });
      await at.page.getByRole('combobox', { name: 'Sort by' }).click();
      await at.page.getByRole('listbox').waitFor();
      await check();
      await at.page.keyboard.press('Escape');
      await button('Select').click();
      await at.page.locator('tbody tr').first().click();
      await at.page.getByText('1 selected').waitFor();
      await check();
      await at.page.setViewportSize({ width: 1440, height: 900 });
    });
  });

  it('without results, on any page or in total', async () => {
    for (const q of [{ q: 'nothing like this' }, { created_at_lte: '2001-01-01T00:00:00.000Z' }]) {
      await at.page.goto(at.console.origin + filtered(q));
      await at.page.getByText('Change or clear the filters').waitFor();
      await check();
    }
  });

  it('if it fails to load', async () => {
    await at.page.route('**/prod-api/orders?**', (route) => route.abort());
    await at.page.goto(`${at.console.origin}/orderList`);
    await button('Try again').waitFor();
    await check();
    await at.page.unroute('**/prod-api/orders?**');
  });

  it('while it is loading', async () => {
    await at.page.route('**/prod-api/orders?**', () => undefined);
    await at.page.goto(`${at.console.origin}/orderList`);
    await at.page.locator('table[aria-busy=true]').waitFor();
    await check();
    await at.page.unroute('**/prod-api/orders?**');
  });
});

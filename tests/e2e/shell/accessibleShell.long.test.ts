import { beforeEach, describe, it } from 'vitest';
import { tabBar } from '#tests/support/tabBar.ts';
import { openedOrders } from './openedOrders.ts';

describe('the shell is accessible in each of its states', () => {
  const at = openedOrders();

  beforeEach(async () => {
    await at.page.setViewportSize({ width: 1440, height: 900 });
    await at.page.goto(`${at.console.origin}/orderList`);
    await at.page.locator('table[aria-busy=false]').waitFor();
  });

  const press = (name: string) => at.page.getByRole('button', { name, exact: true }).first().click();
  const dialog = (name: string | RegExp) => at.page.getByRole('dialog', { name });

  it.each(['Account', 'Language', 'Size', 'Page actions'])('the menu %s', async (name) => {
    await press(name);
    await at.page.getByRole('menu').waitFor();
    await at.opened.expectAccessibleInBoth();
  });

  it('a tab and its menu, next to others', async () => {
    const bar = tabBar(at.page);
    await bar.visit('/dashboard');
    await at.page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await bar.tab('Collection orders').click({ button: 'right' });
    await at.page.getByRole('menu').waitFor();
    await at.opened.expectAccessibleInBoth();
  });

  it('the menu search, with results and without', async () => {
    await press('Search menu');
    await at.page.getByRole('combobox', { name: 'Search menu' }).waitFor();
    await at.page.keyboard.type('order');
    await at.page.getByRole('option').first().waitFor();
    await at.opened.expectAccessibleInBoth();
    await at.page.keyboard.type('qqqq');
    await at.page.getByRole('banner').getByRole('status').filter({ hasText: 'No matches' }).waitFor();
    await at.opened.expectAccessibleInBoth();
  });

  it('the palette, with results and without', async () => {
    await at.page.keyboard.press('Control+k');
    await dialog('Find a page or record').waitFor();
    await at.page.keyboard.type('order');
    await at.page.getByRole('option').first().waitFor();
    await at.opened.expectAccessibleInBoth();
    await at.page.keyboard.type('qqqq');
    await at.page.getByText('No matches').waitFor();
    await at.opened.expectAccessibleInBoth();
  });

  it('the settings and their effects', async () => {
    await press('Settings');
    const drawer = dialog('Settings');
    for (const name of ['Fixed header', 'Sidebar logo']) await drawer.getByRole('switch', { name }).check();
    await at.opened.expectAccessibleInBoth();
    await at.page.keyboard.press('Escape');
    await at.opened.expectAccessibleInBoth();
  });

  it('the sidebar: collapsed, with a fly-out, and over the page of a phone', async () => {
    const menu = at.page.getByRole('navigation', { name: 'Main menu' });
    await press('Toggle sidebar');
    await menu.getByRole('button').first().hover();
    // It covers the buttons until it is positioned.
    await menu.locator('[data-popper-placement]').waitFor();
    await at.opened.expectAccessibleInBoth();
    await at.page.mouse.move(900, 500);
    await at.page.setViewportSize({ width: 390, height: 844 });
    await press('Toggle sidebar');
    await menu.getByRole('link').first().waitFor();
    await at.opened.expectAccessibleInBoth();
    await at.page.setViewportSize({ width: 1440, height: 900 });
    await press('Toggle sidebar');
  });

  it('the error log', async () => {
    await at.page.evaluate(() => setTimeout(() => void Promise.reject(new Error('nobody waited')), 0));
    await press('Error log');
    await dialog('Error log').getByText('Stack').first().click();
    await at.opened.expectAccessibleInBoth();
  });

  it('toasts of both kinds', async () => {
    await at.page.route('**/prod-api/orders?**', (route) =>
      route.fulfill({ json: { code: 500, msg: 'Out of service', data: null } }),
    );
    await at.page.getByRole('columnheader', { name: 'Order amount' }).getByRole('button').click();
    // A toast stays open under the pointer.
    await at.page.getByRole('alert').filter({ hasText: 'Out of service' }).first().hover();
    await at.opened.expectAccessibleInBoth();
    await at.page.unroute('**/prod-api/orders?**');
    await press('Size');
    await at.page.getByRole('menuitem', { name: 'Mini' }).click();
    await at.page.getByRole('status').getByText('Switch Size Success').hover();
    await at.opened.expectAccessibleInBoth();
  });

  it('the banner for a lost connection', async () => {
    await at.opened.context.setOffline(true);
    await at.page.getByRole('status').filter({ hasText: 'You’re offline' }).waitFor();
    await at.opened.expectAccessibleInBoth();
    await at.opened.context.setOffline(false);
  });

  it.each(['/404', '/401'])('the page %s', async (address) => {
    await at.page.goto(at.console.origin + address);
    await at.page.getByRole('heading', { level: 1 }).waitFor();
    await at.opened.expectAccessibleInBoth();
  });

  it('the login page with invalid fields, and after a rejection', async () => {
    const login = await at.console.open('/login');
    const field = (name: string) => login.page.getByLabel(name, { exact: true });
    const send = () => login.page.getByRole('button', { name: 'Sign in' }).click();
    await send();
    await login.page.locator('[aria-invalid=true]').first().waitFor();
    await login.expectAccessibleInBoth();
    await field('Username').fill('demo');
    await field('Password').fill('wrong');
    await field('Authenticator code').fill('000000');
    await send();
    await login.page.getByRole('alert').waitFor();
    await login.expectAccessibleInBoth();
    await login.context.close();
  });
});

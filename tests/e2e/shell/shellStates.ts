import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

/** Tests with axe each state of the shell, in one colour scheme. */
export function testShellStates(colorScheme: 'light' | 'dark'): void {
  describe(`${colorScheme}: the shell is accessible in each of its states`, () => {
    let console: OpenedConsole;
    let opened: ConsolePage;
    let page: Page;

    beforeAll(async () => {
      console = await openConsole({ orders: 60 });
      opened = await console.open('/orderList', { as: 'demo', reducedMotion: 'reduce', colorScheme });
      page = opened.page;
    });
    afterAll(() => console.close());

    beforeEach(async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${console.origin}/orderList`);
      await page.locator('table[aria-busy=false]').waitFor();
    });

    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

    it.each(['Account', 'Language', 'Size', 'Actions of this page'])('the menu %s', async (name) => {
      await press(name);
      await page.getByRole('menu').waitFor();
      await opened.expectAccessible();
    });

    it('a tab and its menu, beside others', async () => {
      const bar = tabBar(page);
      await bar.visit('/dashboard');
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
      await bar.tab('Collection orders').click({ button: 'right' });
      await page.getByRole('menu').waitFor();
      await opened.expectAccessible();
    });

    it('the search of the menu, with results and with none', async () => {
      await press('Search menu');
      await page.getByRole('combobox', { name: 'Search menu' }).waitFor();
      await page.keyboard.type('order');
      await page.getByRole('option').first().waitFor();
      await opened.expectAccessible();
      await page.keyboard.type('qqqq');
      await page.getByRole('banner').getByRole('status').filter({ hasText: 'Nothing found' }).waitFor();
      await opened.expectAccessible();
    });

    it('the palette, with results and with none', async () => {
      await page.keyboard.press('Control+k');
      await dialog('Go to a page or record').waitFor();
      await page.keyboard.type('order');
      await page.getByRole('option').first().waitFor();
      await opened.expectAccessible();
      await page.keyboard.type('qqqq');
      await page.getByText('Nothing found').waitFor();
      await opened.expectAccessible();
    });

    it('the settings, and what they change', async () => {
      await press('Settings');
      const drawer = dialog('Settings');
      for (const name of ['Fixed header', 'Sidebar logo']) await drawer.getByRole('switch', { name }).check();
      await opened.expectAccessible();
      await page.keyboard.press('Escape');
      await opened.expectAccessible();
    });

    it('the sidebar: closed, with a fly-out, and over the page of a phone', async () => {
      await press('Toggle sidebar');
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button').first().hover();
      await opened.expectAccessible();
      await page.mouse.move(900, 500);
      await page.setViewportSize({ width: 390, height: 844 });
      await press('Toggle sidebar');
      await opened.expectAccessible();
      await page.setViewportSize({ width: 1440, height: 900 });
      await press('Toggle sidebar');
    });

    it('the error log', async () => {
      await page.evaluate(() => setTimeout(() => void Promise.reject(new Error('nobody waited')), 0));
      await press('Error log');
      await dialog('Error log').getByText('Stack').first().click();
      await opened.expectAccessible();
    });

    it('toasts of both kinds', async () => {
      await page.route('**/prod-api/orders?**', (route) =>
        route.fulfill({ json: { code: 500, msg: 'Out of service', data: null } }),
      );
      await page.getByRole('columnheader', { name: 'Order amount' }).getByRole('button').click();
      // The pointer holds it open.
      await page.getByRole('alert').filter({ hasText: 'Out of service' }).first().hover();
      await opened.expectAccessible();
      await page.unroute('**/prod-api/orders?**');
      await press('Size');
      await page.getByRole('menuitem', { name: 'Mini' }).click();
      await page.getByRole('status').getByText('Switch Size Success').hover();
      await opened.expectAccessible();
    });

    it('the banner of a lost connection', async () => {
      await opened.context.setOffline(true);
      await page.getByRole('status').filter({ hasText: 'No connection' }).waitFor();
      await opened.expectAccessible();
      await opened.context.setOffline(false);
    });

    it.each(['/404', '/401'])('the page %s', async (address) => {
      await page.goto(console.origin + address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await opened.expectAccessible();
    });

    it('the login page with fields that are wrong, and with a refusal', async () => {
      const login = await console.open('/login', { colorScheme });
      const field = (name: string) => login.page.getByLabel(name, { exact: true });
      const send = () => login.page.getByRole('button', { name: 'Sign in' }).click();
      await send();
      await login.page.locator('[aria-invalid=true]').first().waitFor();
      await login.expectAccessible();
      await field('Username').fill('demo');
      await field('Password').fill('wrong');
      await field('Authenticator code').fill('000000');
      await send();
      await login.page.getByRole('alert').waitFor();
      await login.expectAccessible();
      await login.context.close();
    });
  });
}

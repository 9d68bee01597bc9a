import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMenuPage } from '#tests/support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { supplierDeclaration } from '#tests/support/supplierForm.ts';
import { tabBar } from '#tests/support/tabBar.ts';

describe('open pages, by setting', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let bar: ReturnType<typeof tabBar>;

  beforeAll(async () => {
    console = await openConsole({ orders: 60, resources: { suppliers: supplierDeclaration } });
    await addMenuPage(console.world, 'M100001', 'suppliers', 'Suppliers');
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    bar = tabBar(page);
  });
  afterAll(() => console.close());

  beforeEach(async () => {
    await bar.choose(bar.tab('Dashboard'), 'Close all');
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await bar.openSubmenus();
  });

  const nameInput = () => page.getByRole('textbox', { name: 'Name', exact: true });
  async function turn(setting: string): Promise<void> {
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('switch', { name: setting }).click();
    await page.keyboard.press('Escape');
  }
  async function follow(item: string): Promise<void> {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: item, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: item }).waitFor();
  }

  /** Menu in which orders and suppliers are never kept and the wallet is pinned. */
  async function marksPages(): Promise<void> {
    await page.route('**/prod-api/menu-tree', async (route) => {
      const answer = await route.fetch();
      let body = await answer.text();
      for (const [name, flag] of Object.entries({
        suppliers: 'no_cache',
        '/orderList': 'no_cache',
        '/wallets': 'affix',
      }))
        body = body.replace(`"url_name":"${name}"`, `"${flag}":1,"url_name":"${name}"`);
      await route.fulfill({ response: answer, body });
    });
    await page.reload();
    await bar.tab('Wallet').waitFor();
    await bar.openSubmenus();
  }

  it('94: without the tab bar no visit is recorded and no page kept; with it, the earlier ones are back', async () => {
    await bar.go('Collection orders');
    const above = (await page.getByRole('main').boundingBox())?.y;
    await turn('Tags view');
    await bar.list.waitFor({ state: 'detached' });
    expect(above).toBe(84);
    expect((await page.getByRole('main').boundingBox())?.y).toBe(50);
    await follow('Suppliers');
    await page.getByRole('searchbox').fill('nobody');
    await page.waitForURL(/nobody/);
    await follow('Payout orders');
    await follow('Suppliers');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await turn('Tags view');
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders', 'Suppliers']);
  });

  it('asks before a form is left if pages are not kept', async () => {
    await turn('Tags view');
    await bar.visit('/suppliers/create');
    await nameInput().fill('Acme');
    await page.getByRole('link', { name: 'Collection orders', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard changes?' });
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    expect(await nameInput().inputValue()).toBe('Acme');
    await page.getByRole('link', { name: 'Collection orders', exact: true }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/orderList/);
    await turn('Tags view');
  });

  it('keeps the input of hidden pages when the tab bar is turned off', async () => {
    await bar.visit('/suppliers/create');
    await nameInput().fill('Half a name');
    await bar.go('Collection orders');
    await turn('Tags view');
    await turn('Tags view');
    await bar.tab('Suppliers: New').click();
    expect(await nameInput().inputValue()).toBe('Half a name');
    await bar.choose(bar.tab('Suppliers: New'), 'Close');
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('81: reopens a page that the menu excludes from keeping unless input would be lost, and pins the pages that the menu pins', async () => {
    await marksPages();
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Wallet']);
    await bar.go('Collection orders');
    await page.getByRole('searchbox').fill('C20');
    await page.waitForURL(/C20/);
    await bar.go('Wallet');
    let goOn = (): void => undefined;
    const hold = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/prod-api/orders?*', async (route) => {
      await hold;
      await route.continue();
    });
    await bar.go('Collection orders');
    const orders = page.getByRole('table', { name: 'Collection orders' });
    await orders.and(page.locator('[aria-busy=true]')).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(await orders.getByRole('link', { name: /^C\d+/ }).count()).toBe(0);
    goOn();
    await orders.getByRole('link', { name: /^C\d+/ }).first().waitFor();
    await page.unroute('**/prod-api/orders?*');

    // A page with unsaved changes is kept nevertheless.
    await bar.visit('/suppliers/create');
    await nameInput().fill('Half a name');
    await bar.go('Wallet');
    await bar.tab('Suppliers: New').click();
    expect(await nameInput().inputValue()).toBe('Half a name');
    await bar.choose(bar.tab('Suppliers: New'), 'Close');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.unroute('**/prod-api/menu-tree');
    await page.goto(`${console.origin}/dashboard`);
    await bar.tab('Wallet').waitFor({ state: 'detached' });
  });

  it('restores settings and pages after a reload if the user wants, and forgets them at once if not', async () => {
    await turn('Remember settings');
    await bar.go('Suppliers');
    await bar.go('Collection orders');
    await page.getByRole('searchbox').fill('C1');
    await page.waitForURL(/C1/);
    await turn('Fixed header');
    await page.reload();
    await bar.tab('Suppliers').waitFor();
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Suppliers', 'Collection orders']);
    await bar.tab('Suppliers').click();
    await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
    await bar.tab('Collection orders').click();
    await page.waitForURL(/C1/);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    expect(await page.getByRole('switch', { name: 'Fixed header' }).isChecked()).toBe(true);
    await page.getByRole('switch', { name: 'Remember settings' }).click();
    await page.reload();
    await bar.tab('Collection orders').waitFor();
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders']);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('leaves no remembered page to the next user', async () => {
    await turn('Remember settings');
    await bar.go('Suppliers');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.goto(`${console.origin}/login`);
    await opened.signIn('tokyo');
    await bar.tab('Dashboard').waitFor();
    await expect.poll(bar.titles).toEqual(['Dashboard']);
  });
});

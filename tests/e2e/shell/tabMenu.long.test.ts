import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMenuPage } from '../../support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../../support/openedConsole.ts';
import { supplierDeclaration } from '../../support/supplierForm.ts';
import { tabBar } from '../../support/tabBar.ts';

describe('the actions of an open page', () => {
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

  const address = () => page.url().slice(console.origin.length);
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name });
  const rows = () => page.getByRole('table').and(page.locator('[aria-busy=false]')).getByRole('row');

  beforeEach(async () => {
    await page.goto(`${console.origin}/dashboard`);
    await heading('Welcome').waitFor();
    await bar.openSubmenus();
  });

  it('84: never close a pinned tab', async () => {
    await bar.tab('Dashboard').click({ button: 'middle' });
    await bar.tab('Dashboard').click({ button: 'right' });
    await bar.menu.getByRole('menuitem').first().waitFor();
    expect(await bar.menu.getByRole('menuitem').allInnerTexts()).toEqual(['Refresh', 'Close others', 'Close all']);
    await page.keyboard.press('Escape');
    await bar.tab('Dashboard').focus();
    await page.keyboard.press('Delete');
    await expect.poll(bar.titles).toEqual(['Dashboard']);
  });

  it('85: are in a context menu next to the pointer, within the window, which doesn’t open the tab', async () => {
    await bar.go('Collection orders');
    await bar.go('Suppliers');
    const box = await bar.tab('Collection orders').boundingBox();
    const x = (box?.x ?? 0) + 20;
    await page.mouse.click(x, (box?.y ?? 0) + 10, { button: 'right' });
    const left = async () => (await bar.menu.boundingBox())?.x ?? 0;
    await expect.poll(async () => Math.abs((await left()) - x - 15)).toBeLessThan(2);
    expect(await bar.menu.getByRole('menuitem').allInnerTexts()).toEqual([
      'Refresh',
      'Close',
      'Close others',
      'Close all',
    ]);
    await expect.poll(bar.active).toBe('Suppliers');
    await opened.expectAccessible();
    await page.keyboard.press('Escape');
    for (const item of ['Payout orders', 'Wallet', 'Bank cards', 'Deposit requests', 'Withdrawal requests', 'Roles'])
      await bar.go(item);
    await bar.tab('Roles').click({ button: 'right' });
    const right = (await bar.menu.boundingBox()) ?? { x: 0, width: 0 };
    expect(right.x + right.width).toBeLessThanOrEqual(1440);
    await page.keyboard.press('Escape');
  });

  it('86: are closed by a click anywhere, and move to another tab', async () => {
    await bar.go('Collection orders');
    await bar.go('Suppliers');
    await bar.go('Payout orders');
    await bar.tab('Dashboard').click({ button: 'right' });
    await bar.menu.waitFor();
    await bar.tab('Payout orders').click({ button: 'right' });
    await bar.menu.getByRole('menuitem', { name: 'Close', exact: true }).waitFor();
    expect(await bar.menu.count()).toBe(1);
    await heading('Payout orders').click();
    await bar.menu.waitFor({ state: 'detached' });
  });

  it('87: refresh the open page in place, with current data', async () => {
    await bar.go('Suppliers');
    await bar.go('Collection orders');
    await rows().nth(1).waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.waitForURL(/page=2/);
    await rows().nth(1).waitFor();
    const [before, length] = [address(), await page.evaluate(() => history.length)];
    const again = page.waitForResponse((response) => response.url().includes('/prod-api/orders?'));
    await bar.choose(bar.tab('Collection orders'), 'Refresh');
    expect((await again).status()).toBe(200);
    expect(address()).toBe(before);
    expect(await page.evaluate(() => history.length)).toBe(length);
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Suppliers', 'Collection orders']);
    await bar.choose(bar.tab('Suppliers'), 'Refresh');
    await expect.poll(bar.active).toBe('Suppliers');
  });

  it('88: close the others, open the remaining one, and keep only its state', async () => {
    await bar.go('Collection orders');
    await page.getByRole('searchbox').fill('C1');
    await page.waitForURL(/C1/);
    await bar.go('Suppliers');
    await bar.go('Payout orders');
    await bar.choose(bar.tab('Collection orders'), 'Close others');
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders']);
    await expect.poll(bar.active).toBe('Collection orders');
    expect(await page.getByRole('searchbox').inputValue()).toBe('C1');
  });

  it('89, 90: close all but the pinned ones, and open the last of those', async () => {
    await bar.go('Collection orders');
    await bar.go('Suppliers');
    await bar.choose(bar.tab('Collection orders'), 'Close all');
    await expect.poll(bar.titles).toEqual(['Dashboard']);
    await expect.poll(bar.active).toBe('Dashboard');
    await bar.go('Suppliers');
    await bar.choose(bar.tab('Dashboard'), 'Close all');
    await expect.poll(bar.titles).toEqual(['Dashboard']);
    await expect.poll(bar.active).toBe('Dashboard');
  });

  it('work by keyboard only', async () => {
    await bar.go('Collection orders');
    await bar.go('Suppliers');
    await bar.tab('Suppliers').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(bar.active).toBe('Collection orders');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Collection orders');
    await page.keyboard.press('Shift+F10');
    await bar.menu.getByRole('menuitem', { name: 'Refresh' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await bar.tab('Collection orders').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Delete');
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Suppliers']);
  });

  it('ask before closing a page with unsaved changes, which is marked', async () => {
    await bar.visit('/suppliers/create');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme');
    await bar.go('Collection orders');
    await opened.expectAccessible();
    await bar.closeButton('Suppliers: New').click();
    const dialog = page.getByRole('dialog', { name: 'Discard changes?' });
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect.poll(bar.titles).toContain('Suppliers: New');
    await bar.closeButton('Suppliers: New').click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders']);
  });
});

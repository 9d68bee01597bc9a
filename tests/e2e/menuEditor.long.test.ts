import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the menu editor', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    // Tall enough for the whole tree, so that dragging doesn't scroll.
    opened = await console.open('/access/menuList', { as: 'demo', viewport: { width: 1440, height: 2000 } });
    page = opened.page;
  });
  afterAll(() => console.close());

  const handle = (name: string) => page.getByRole('button', { name: `Move: ${name}`, exact: true });
  const rowOf = (name: string) => page.locator('[data-row]', { has: handle(name) });
  const below = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
  const sidebar = (of: Page) => of.getByRole('navigation', { name: 'Main menu' });
  const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/menus/outline') && answer.ok());

  it('shows the tree, and moves an entry by keyboard, with its focus kept and its position announced', async () => {
    await handle('Withdraw').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('status').getByText('Withdraw moved to 3 of 10 in Finance').waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('status').getByText('Withdraw moved to 4 of 8 in Top level').waitFor();
    await sidebar(page).getByRole('link', { name: 'Withdraw' }).waitFor();
    expect(await handle('Withdraw').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('status').getByText('Withdraw moved to 10 of 10 in Finance').waitFor();
    await handle('Dashboard').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await rowOf('Dashboard').getByText('This entry can’t move any further in this direction.').waitFor();
    await opened.expectAccessibleInBoth();
  });

  it('moves a dragged entry into a group, and rejects a group there', async () => {
    await Promise.all([saved(), rowOf('Bank cards').dragTo(rowOf('Personal settings'))]);
    await below('Personal settings').getByRole('link', { name: 'Bank cards' }).waitFor();
    await rowOf('Orders').hover();
    await page.mouse.down();
    await rowOf('Finance').hover();
    await rowOf('Finance').hover();
    await rowOf('Finance')
      .getByText(/An entry with pages of its own can’t be moved below another/)
      .waitFor();
    await page.mouse.up();
    expect(await below('Finance').getByText('Collection orders').count()).toBe(0);
  });

  it('adds a new page to the sidebar at once, and to that of other users on their next navigation', async () => {
    const other = await console.open('/dashboard', { as: 'checker' });
    await sidebar(other.page).getByText('Orders', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'New menu entry' }).click();
    await page.waitForURL('**/editMenu');
    await page.getByRole('textbox', { name: 'Title (English)' }).fill('Money in');
    await page.getByRole('textbox', { name: 'Address' }).fill('login');
    await page.getByText('/login is reserved by the console').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('moneyIn');
    await page.getByRole('combobox', { name: 'Page' }).fill('collection');
    await page
      .getByRole('option', { name: /Collection orders/ })
      .first()
      .click();
    await page.getByText('/moneyIn opens: Collection orders').waitFor();
    await page.getByText(/Already in the menu: Collection orders/).waitFor();
    await page.getByRole('radio', { name: 'Wallet' }).check();
    await opened.expectAccessibleInBoth();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/access/menuList');
    await sidebar(page).getByRole('link', { name: 'Money in' }).waitFor();

    expect(await sidebar(other.page).getByRole('link', { name: 'Money in' }).count()).toBe(0);
    await sidebar(other.page).getByText('Orders', { exact: true }).click();
    await sidebar(other.page).getByRole('link', { name: 'Payout orders' }).click();
    await sidebar(other.page).getByRole('link', { name: 'Money in' }).waitFor();
    expect(other.trouble).toEqual(opened.trouble);
  });

  it('refuses to hide the entry that leads to it', async () => {
    await page.getByRole('button', { name: 'Actions: Menus', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Hide from menu' }).click();
    await page.getByText(/the only way to reach the menu editor/).waitFor();
  });
});

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { regionsOf, troublesOf, walk, type Stop } from '#tests/support/focusWalk.ts';
import { addMenuPage } from '#tests/support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { supplierDeclaration } from '#tests/support/supplierForm.ts';
import { tabBar } from '#tests/support/tabBar.ts';

const WIDE = { width: 1440, height: 900 };
const namesOf = (stops: readonly Stop[]) => stops.map(({ name }) => name);

describe('the console by keyboard only', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 60, resources: { suppliers: supplierDeclaration } });
    await addMenuPage(console.world, 'M100001', 'suppliers', 'Suppliers');
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());
  beforeEach(async () => {
    await opened.context.clearCookies({ name: 'sidebarStatus' });
    await page.setViewportSize(WIDE);
  });

  const main = () => page.getByRole('main');
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const openList = async () => {
    await page.goto(`${console.origin}/orderList`);
    await page.locator('table[aria-busy=false]').waitFor();
  };

  /** Walks forwards and backwards, and expects the same valid stops. */
  async function expectGoodWalk(): Promise<Stop[]> {
    const forth = await walk(page);
    expect(troublesOf(forth)).toEqual([]);
    const back = await walk(page, 'Shift+Tab');
    expect(troublesOf(back.toReversed())).toEqual([]);
    expect(namesOf(back).toReversed()).toEqual(namesOf(forth));
    return forth;
  }

  /** Activates an element with Enter. */
  async function enter(target: Locator): Promise<void> {
    await target.focus();
    await page.keyboard.press('Enter');
  }

  async function hasFocus(target: Locator): Promise<void> {
    const check = () => target.evaluate((element) => element === document.activeElement);
    await expect.poll(check).toBe(true);
  }

  /** Expects the focus to be within the element. */
  async function holdsFocus(target: Locator): Promise<void> {
    const check = () => target.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(check).toBe(true);
  }

  it('marks the focus immediately with reduced motion', async () => {
    await page.goto(`${console.origin}/suppliers/create`);
    const name = main().getByRole('textbox').first();
    await name.waitFor();
    const widths = await name.evaluate(async (input) => {
      const outline = input.parentElement?.querySelector('fieldset');
      const width = () => (outline ? getComputedStyle(outline).borderTopWidth : '');
      const before = width();
      input.focus();
      // React renders in a microtask, before the next frame.
      await Promise.resolve();
      return { before, after: width() };
    });
    expect(widths).toEqual({ before: '1px', after: '2px' });
  });

  it('the focus order of a list is its visual order, forwards and backwards', async () => {
    await openList();
    const stops = await expectGoodWalk();
    expect(regionsOf(stops)).toEqual([
      ...['page', 'Main menu', 'header', 'Breadcrumb', 'header', 'Open pages', 'header', 'main', 'List options'],
      ...['Quick filter', 'Search', 'Filters', 'Collection orders', 'Pagination', 'Settings'],
    ]);
    expect(namesOf(stops).slice(0, 2)).toEqual(['Skip to content', 'Dashboard']);
    await openList();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await hasFocus(main());
  });

  it('the same holds for a record and a form', async () => {
    await openList();
    await enter(main().getByRole('row').nth(1).getByRole('link').first());
    await main().getByRole('heading', { level: 2 }).first().waitFor();
    await holdsFocus(main());
    await page.reload();
    await main().getByRole('heading', { level: 2 }).first().waitFor();
    await expectGoodWalk();
    await page.goto(`${console.origin}/suppliers/create`);
    await main().getByRole('button', { name: 'Save' }).waitFor();
    const stops = await expectGoodWalk();
    expect(namesOf(stops)).toEqual(expect.arrayContaining(['Active', 'Save']));
    await main().getByRole('checkbox', { name: 'Active' }).click();
    expect(opened.trouble.console).toEqual([]);
  });

  it('the same holds for the login page', async () => {
    const login = await console.open('/login');
    await login.page.getByLabel('Username').waitFor();
    await login.page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const stops = await walk(login.page);
    expect(troublesOf(stops)).toEqual([]);
    expect(namesOf(stops).join()).toContain('Sign in');
    await login.context.close();
  });

  it('the same holds for the collapsed sidebar, whose fly-outs lead on into their pages', async () => {
    await openList();
    await enter(button('Toggle sidebar'));
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const orders = menu.getByRole('button', { name: 'Orders' });
    expect(troublesOf(await walk(page))).toEqual([]);
    await enter(orders);
    await menu.getByRole('link', { name: 'Payout orders' }).waitFor();
    await page.keyboard.press('Tab');
    await hasFocus(menu.getByRole('link', { name: 'Collection orders' }));
    await page.keyboard.press('Escape');
    await hasFocus(orders);
    await page.keyboard.press('Enter');
    await enter(menu.getByRole('link', { name: 'Payout orders' }));
    await main().getByRole('heading', { level: 1, name: 'Payout orders' }).waitFor();
    await hasFocus(main());
  });

  it('the same holds for a phone’s page, and its drawer traps the focus until it closes', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openList();
    // The table's header is visible while it contains the focus. The rows move up afterwards.
    expect(troublesOf(await walk(page)).filter((one) => !one.includes(' is before '))).toEqual([]);
    await enter(button('Toggle sidebar'));
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.waitFor();
    const stops = await walk(page);
    expect(troublesOf(stops)).toEqual([]);
    expect(regionsOf(stops)).toEqual(['Main menu']);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await hasFocus(button('Toggle sidebar'));
  });

  it('a fixed header never covers the focused element, forwards or backwards', async () => {
    await openList();
    await enter(button('Settings'));
    const drawer = page.getByRole('dialog', { name: 'Settings' });
    await drawer.getByRole('switch', { name: 'Fixed header' }).press('Space');
    await page.keyboard.press('Escape');
    await hasFocus(button('Settings'));
    await page.setViewportSize({ width: 1440, height: 420 });
    await page.locator('.MuiBackdrop-root').waitFor({ state: 'hidden' });
    const back = await walk(page, 'Shift+Tab');
    expect(back.length).toBeGreaterThan(40);
    // The menu is longer than the window and scrolls with the focus.
    const troubles = [...troublesOf(back.toReversed()), ...troublesOf(await walk(page))];
    expect(troubles.filter((one) => !one.includes(' is before '))).toEqual([]);
  });

  it('the bell is in place before its code has loaded, and keeps the focus then', async () => {
    let deliver = () => {};
    const held = new Promise<void>((resolve) => (deliver = resolve));
    await page.route('**/Background-*', async (route) => {
      await held;
      await route.continue();
    });
    await openList();
    const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications' });
    await button('Language').focus();
    await page.keyboard.press('Tab');
    await hasFocus(button('Tasks'));
    await page.keyboard.press('Tab');
    await hasFocus(bell);
    await page.keyboard.press('Tab');
    await hasFocus(button('Account'));
    await page.keyboard.press('Shift+Tab');
    const counted = page.waitForResponse('**/prod-api/notifications/unread**');
    deliver();
    await counted;
    await hasFocus(bell);
    await page.unroute('**/Background-*');
  });

  describe('in a list', () => {
    beforeAll(openList);

    it.each(['Account', 'Language', 'Size', 'Page actions'])('the menu %s returns the focus', async (name) => {
      await enter(button(name));
      await holdsFocus(page.getByRole('menu'));
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await hasFocus(button(name));
    });

    it.each(['Keyboard shortcuts', 'Export'])('the dialog %s returns the focus', async (name) => {
      await enter(button(name));
      await holdsFocus(page.getByRole('dialog'));
      const stops = await walk(page);
      expect(stops.length).toBeGreaterThan(0);
      expect(troublesOf(stops)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await hasFocus(button(name));
    });

    it('the palette and the menu search return the focus', async () => {
      await button('Export').focus();
      await page.keyboard.press('Control+k');
      await holdsFocus(page.getByRole('dialog'));
      await page.keyboard.press('Escape');
      await hasFocus(button('Export'));
      await enter(button('Search menu'));
      await hasFocus(page.getByRole('combobox', { name: 'Search menu' }));
      await page.keyboard.press('Escape');
      await hasFocus(button('Search menu'));
    });

    it('the columns return the focus to the button of the view', async () => {
      const view = page.getByRole('button', { name: /^View:/ });
      await enter(view);
      await page.getByRole('menu', { name: 'Views and columns' }).waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Columns' }).waitFor();
      await page.keyboard.press('Escape');
      await hasFocus(view);
    });

    it('the menu of views and a filter return the focus', async () => {
      for (const target of [
        page.getByRole('button', { name: /^View:/ }),
        page.getByRole('group', { name: 'Filters' }).getByRole('combobox').nth(1),
      ]) {
        await enter(target);
        await page.locator('.MuiModal-root').waitFor();
        await holdsFocus(page.locator('.MuiModal-root'));
        await page.keyboard.press('Escape');
        await page.locator('.MuiModal-root').waitFor({ state: 'detached' });
        await hasFocus(target);
      }
    });

    it('turning pages keeps the focus, even on the last page', async () => {
      const pages = page.getByRole('navigation', { name: 'Pagination' });
      for (const at of [2, 3, 4]) {
        await enter(pages.getByRole('button', { name: 'Next page' }));
        await pages.locator('[aria-current=page]', { hasText: String(at) }).waitFor();
        await page.locator('table[aria-busy=false]').waitFor();
        await holdsFocus(pages);
      }
      await enter(pages.getByRole('button', { name: 'First page' }));
      await pages.locator('[aria-current=page]', { hasText: '1' }).waitFor();
      await holdsFocus(pages);
    });

    it('clearing the filters keeps the focus among them', async () => {
      await enter(page.getByRole('tablist', { name: 'Quick filter' }).getByRole('tab').nth(1));
      await enter(button('Clear filters'));
      await button('Clear filters').waitFor({ state: 'detached' });
      await holdsFocus(main());
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('MAIN');
    });

    it('closing a tab moves the focus to another', async () => {
      const bar = tabBar(page);
      await bar.tab('Collection orders').focus();
      await page.keyboard.press('Delete');
      await expect.poll(bar.titles).toEqual(['Dashboard']);
      await holdsFocus(bar.list);
    });
  });

  it('saving, opening and deleting a record keep the focus in the page', async () => {
    await page.goto(`${console.origin}/suppliers/create`);
    await main().getByRole('textbox', { name: 'Name', exact: true }).fill('Acme');
    await main().getByRole('textbox', { name: 'Account', exact: true }).fill('6222 0212 3456 1234');
    await enter(main().getByRole('button', { name: 'Save' }));
    await page.waitForURL(/\/show$/);
    await holdsFocus(main());
    const removing = main().getByRole('button', { name: 'Delete' });
    await enter(removing);
    await holdsFocus(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await hasFocus(removing);
    await page.keyboard.press('Enter');
    await enter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await page.waitForURL('**/suppliers');
    await holdsFocus(main());
  });
});

import { describe, expect, it } from 'vitest';
import { openedTabs } from './openedTabs.ts';

describe('the tab bar', () => {
  const tabs = openedTabs();
  const { rows, address, heading } = tabs;

  it('74, 75, 78: adds one tab per path on the right, which leads to the path’s last query', async () => {
    await tabs.bar.go('Collection orders');
    await rows().nth(1).waitFor();
    await tabs.page.getByRole('button', { name: 'Page 2' }).click();
    await tabs.page.waitForURL(/page=2/);
    await tabs.page.getByRole('button', { name: 'Page 3' }).click();
    await tabs.page.waitForURL(/page=3/);
    const last = address();
    await tabs.bar.go('Suppliers');
    await expect.poll(tabs.bar.titles).toEqual(['Dashboard', 'Collection orders', 'Suppliers']);
    await tabs.bar.tab('Collection orders').click();
    await tabs.page.waitForURL(/page=3/);
    expect(address()).toBe(last);
    await tabs.bar.go('Suppliers');
    await expect.poll(tabs.bar.titles).toEqual(['Dashboard', 'Collection orders', 'Suppliers']);
  });

  it('79: keeps input, filters and scroll position of its pages, and refetches nothing', async () => {
    await tabs.following;
    await tabs.bar.go('Collection orders');
    await rows().nth(1).waitFor();
    await tabs.page.getByRole('combobox', { name: 'Rows per page' }).click();
    await tabs.page.getByRole('option', { name: '30' }).click();
    await rows().nth(30).waitFor();
    await tabs.page.getByRole('button', { name: 'Page 2' }).click();
    await tabs.page.waitForURL(/page=2/);
    await rows().nth(30).waitFor();
    await tabs.answered();
    await tabs.page.evaluate(() => window.scrollTo(0, 600));
    const [last, text] = [address(), await rows().nth(5).innerText()];
    const scrolled = await tabs.page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(100);
    const table = await tabs.page.locator('table').elementHandle();

    await tabs.bar.visit('/suppliers/create');
    await heading('New').waitFor();
    await expect.poll(() => tabs.page.evaluate(() => window.scrollY)).toBe(0);
    await tabs.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half a name');
    await tabs.answered();
    tabs.calls = [];
    await tabs.bar.tab('Collection orders').click();
    await tabs.page.waitForURL(/page=2/);
    expect(address()).toBe(last);
    expect(await rows().nth(5).innerText()).toBe(text);
    await expect.poll(() => tabs.page.evaluate(() => window.scrollY)).toBe(scrolled);
    // The same DOM element, not one that looks the same.
    expect(await tabs.page.locator('table').evaluate((now, before) => now === before, table)).toBe(true);

    await tabs.bar.tab('Suppliers: New').click();
    expect(await tabs.page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Half a name');
    // The console makes these calls on every page.
    const ofConsole = ['/prod-api/menu-tree', '/prod-api/notifications/unread', '/prod-api/events'];
    expect(tabs.calls.filter((path) => !ofConsole.includes(path))).toEqual([]);
    await tabs.bar.choose(tabs.bar.tab('Suppliers: New'), 'Close');
    await tabs.page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('82, 83: closes another tab by its button or the middle button; closing the open one opens the last tab', async () => {
    for (const name of ['Collection orders', 'Suppliers', 'Payout orders', 'Wallet', 'Bank cards'])
      await tabs.bar.go(name);
    await tabs.bar.closeButton('Wallet').click();
    await tabs.bar.tab('Payout orders').click({ button: 'middle' });
    await expect.poll(tabs.bar.titles).toEqual(['Dashboard', 'Collection orders', 'Suppliers', 'Bank cards']);
    await expect.poll(tabs.bar.active).toBe('Bank cards');
    await tabs.bar.tab('Collection orders').click();
    await tabs.bar.closeButton('Collection orders').click();
    await expect.poll(tabs.bar.active).toBe('Bank cards');
    await tabs.bar.closeButton('Bank cards').click();
    await expect.poll(tabs.bar.active).toBe('Suppliers');
    await tabs.bar.closeButton('Suppliers').click();
    await expect.poll(tabs.bar.active).toBe('Dashboard');
    await expect.poll(tabs.bar.titles).toEqual(['Dashboard']);
  });

  it('73, 91, 95: has only the pinned page and the open one after a reload, and after signing out and in again', async () => {
    await tabs.bar.go('Collection orders');
    await tabs.bar.go('Suppliers');
    await tabs.page.reload();
    await tabs.bar.tab('Suppliers').waitFor();
    await expect.poll(tabs.bar.titles).toEqual(['Dashboard', 'Suppliers']);
    expect(await tabs.bar.closeButton('Dashboard').count()).toBe(0);
    expect(await tabs.page.evaluate(() => sessionStorage.length)).toBe(0);
    await tabs.bar.openSubmenus();
    await tabs.bar.go('Collection orders');
    await tabs.page.getByRole('button', { name: 'Account' }).click();
    await tabs.page.getByRole('menuitem', { name: 'Log out' }).click();
    await tabs.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await tabs.opened.signIn();
    await tabs.bar.tab('Collection orders').waitFor();
    await expect.poll(tabs.bar.titles).toEqual(['Dashboard', 'Collection orders']);
  });
});

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMenuPage } from '../../support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../../support/openedConsole.ts';
import { supplierDeclaration } from '../../support/supplierForm.ts';
import { tabBar } from '../../support/tabBar.ts';
import { watchCalls } from '../../support/watchCalls.ts';

describe('the tab bar', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let bar: ReturnType<typeof tabBar>;
  /** Calls below /prod-api since the test began. */
  let calls: string[] = [];
  let answered: () => Promise<void>;
  /** Resolves once the page's stream of live updates is open. Its first update may be caused by the database's seed. */
  let following: Promise<unknown>;

  beforeAll(async () => {
    console = await openConsole({ orders: 300, resources: { suppliers: supplierDeclaration } });
    await addMenuPage(console.world, 'M100001', 'suppliers', 'Suppliers');
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    following = nextStream();
    bar = tabBar(page);
    answered = watchCalls(page);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/prod-api')) calls.push(pathname);
    });
  });
  afterAll(() => console.close());

  const nextStream = () => page.waitForResponse('**/prod-api/events?**');
  const address = () => page.url().slice(console.origin.length);
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name });
  const rows = () => page.getByRole('table').and(page.locator('[aria-busy=false]')).getByRole('row');

  /** Reuses the loaded console, because loading it takes longer than most tests. */
  beforeEach(async () => {
    await bar.choose(bar.tab('Dashboard'), 'Close all');
    await heading('Welcome').waitFor();
    await bar.openSubmenus();
    calls = [];
  });

  it('74, 75, 78: adds one tab per path on the right, which leads to the path’s last query', async () => {
    await bar.go('Collection orders');
    await rows().nth(1).waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.waitForURL(/page=2/);
    await page.getByRole('button', { name: 'Page 3' }).click();
    await page.waitForURL(/page=3/);
    const last = address();
    await bar.go('Suppliers');
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders', 'Suppliers']);
    await bar.tab('Collection orders').click();
    await page.waitForURL(/page=3/);
    expect(address()).toBe(last);
    await bar.go('Suppliers');
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders', 'Suppliers']);
  });

  it('76: has a tab for each record', async () => {
    await bar.go('Collection orders');
    const names: string[] = [];
    for (const index of [1, 2]) {
      const link = rows().nth(index).getByRole('link').first();
      names.push(await link.innerText());
      await link.click();
      await bar.tab(names.at(-1) ?? '').waitFor();
      await bar.tab('Collection orders').click();
    }
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders', ...names]);
  });

  it('77: has no tab for /login, /404, /401 and /redirect', async () => {
    await following;
    // The page at /login ends the stream.
    following = nextStream();
    await bar.go('Collection orders');
    for (const path of ['/404', '/401', '/redirect/suppliers', '/no/such/page', '/login']) {
      await bar.visit(path);
      await page.waitForURL((url) => url.pathname !== path || path.startsWith('/40'));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      if (path === '/redirect/suppliers') await bar.tab('Suppliers').waitFor();
    }
    await bar.visit('/orderList');
    await expect
      .poll(async () => (await bar.titles()).toSorted())
      .toEqual(['Collection orders', 'Dashboard', 'Suppliers']);
  });

  it('79: keeps input, filters and scroll position of its pages, and refetches nothing', async () => {
    await following;
    await bar.go('Collection orders');
    await rows().nth(1).waitFor();
    await page.getByRole('combobox', { name: 'Rows per page' }).click();
    await page.getByRole('option', { name: '30' }).click();
    await rows().nth(30).waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.waitForURL(/page=2/);
    await rows().nth(30).waitFor();
    await answered();
    await page.evaluate(() => window.scrollTo(0, 600));
    const [last, text] = [address(), await rows().nth(5).innerText()];
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(100);
    const table = await page.locator('table').elementHandle();

    await bar.visit('/suppliers/create');
    await heading('New').waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half a name');
    await answered();
    calls = [];
    await bar.tab('Collection orders').click();
    await page.waitForURL(/page=2/);
    expect(address()).toBe(last);
    expect(await rows().nth(5).innerText()).toBe(text);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
    // The same DOM element, not one that looks the same.
    expect(await page.locator('table').evaluate((now, before) => now === before, table)).toBe(true);

    await bar.tab('Suppliers: New').click();
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Half a name');
    // The console makes these calls on every page.
    const ofConsole = ['/prod-api/menu-tree', '/prod-api/notifications/unread', '/prod-api/events'];
    expect(calls.filter((path) => !ofConsole.includes(path))).toEqual([]);
    await bar.choose(bar.tab('Suppliers: New'), 'Close');
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('80: resets a page that was closed or refreshed', async () => {
    await bar.go('Collection orders');
    await page.getByRole('searchbox').fill('no such order');
    await page.waitForURL(/no/);
    await bar.closeButton('Collection orders').click();
    await bar.go('Collection orders');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(address()).toBe('/orderList');
  });

  it('82, 83: closes another tab by its button or the middle button; closing the open one opens the last tab', async () => {
    for (const name of ['Collection orders', 'Suppliers', 'Payout orders', 'Wallet', 'Bank cards']) await bar.go(name);
    await bar.closeButton('Wallet').click();
    await bar.tab('Payout orders').click({ button: 'middle' });
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders', 'Suppliers', 'Bank cards']);
    await expect.poll(bar.active).toBe('Bank cards');
    await bar.tab('Collection orders').click();
    await bar.closeButton('Collection orders').click();
    await expect.poll(bar.active).toBe('Bank cards');
    await bar.closeButton('Bank cards').click();
    await expect.poll(bar.active).toBe('Suppliers');
    await bar.closeButton('Suppliers').click();
    await expect.poll(bar.active).toBe('Dashboard');
    await expect.poll(bar.titles).toEqual(['Dashboard']);
  });

  it('92, 93: scrolls the open tab and its neighbours into view, and sideways by a quarter of the wheel, while the page stays', async () => {
    await page.setViewportSize({ width: 1000, height: 800 });
    const names = [
      'Collection orders',
      'Payout orders',
      'Wallet',
      'Bank cards',
      'Deposit requests',
      'Suppliers',
      'Roles',
    ];
    for (const name of names) await bar.go(name);
    const strip = bar.list.locator('..');
    const scroll = () =>
      strip.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => [scrollLeft, scrollWidth - clientWidth]);
    const [, most = 0] = await scroll();
    expect(most).toBeGreaterThan(0);
    await expect.poll(scroll).toEqual([most, most]);
    await bar.tab('Wallet').click();
    const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x ?? 0;
    const edge = await leftOf(strip);
    await expect.poll(async () => (await leftOf(bar.tab('Payout orders'))) - edge).toBeGreaterThanOrEqual(4);
    await bar.go('Dashboard');
    const left = () => strip.evaluate(({ scrollLeft }) => scrollLeft);
    await expect.poll(left).toBe(0);

    // 93
    await page.setViewportSize({ width: 1000, height: 500 });
    await bar.tab('Dashboard').hover();
    await page.mouse.wheel(0, -120);
    await expect.poll(left).toBe(30);
    await page.mouse.wheel(0, 120);
    await expect.poll(left).toBe(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('97: reopens a page through /redirect, which leaves no history entry', async () => {
    await bar.go('Collection orders');
    await page.getByRole('searchbox').fill('C1');
    await page.waitForURL(/C1/);
    await bar.go('Suppliers');
    await bar.visit('/redirect/orderList?perPage=20');
    await page.waitForURL(/\/orderList\?perPage=20/);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders', 'Suppliers']);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Collection orders').waitFor();
    await page.goBack();
    await page.waitForURL(/\/suppliers/);
  });

  it('73, 91, 95: has only the pinned page and the open one after a reload, and after signing out and in again', async () => {
    await bar.go('Collection orders');
    await bar.go('Suppliers');
    await page.reload();
    await bar.tab('Suppliers').waitFor();
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Suppliers']);
    expect(await bar.closeButton('Dashboard').count()).toBe(0);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await bar.openSubmenus();
    await bar.go('Collection orders');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await opened.signIn();
    await bar.tab('Collection orders').waitFor();
    await expect.poll(bar.titles).toEqual(['Dashboard', 'Collection orders']);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';
import { group, node } from '#tests/console/shell/menu/menuNodes.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { menusOfOthers } from '#tests/support/shownMenu.ts';
import { isCall } from '#tests/support/watchCalls.ts';

const orders = (urlName: string, more: Partial<MenuNode> = {}) => node(urlName, { component_path: 'orders', ...more });
/** Two entries with submenus. */
const TWO = [
  group('first', [orders('a', { title: 'A' }), orders('b', { title: 'B' })], { title: 'First' }),
  group('second', [orders('c', { title: 'C' }), orders('d', { title: 'D' })], { title: 'Second' }),
];

describe('the sidebar', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let show: Awaited<ReturnType<typeof menusOfOthers>>;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/dashboard', { as: 'demo', reducedMotion: 'no-preference' });
    page = opened.page;
    show = await menusOfOthers(page);
  });
  beforeEach(() => opened.context.clearCookies({ name: 'sidebarStatus' }));
  afterAll(() => console.close());

  const menu = () => page.getByRole('navigation', { name: 'Main menu' });
  const link = (name: string) => menu().getByRole('link', { name, exact: true });
  const submenu = (name: string) => menu().getByRole('button', { name, exact: true });
  const toggle = () => page.getByRole('button', { name: 'Toggle sidebar' });
  const cookie = async () => (await opened.context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value;
  const width = () => menu().evaluate((nav) => nav.getBoundingClientRect().width);
  const contentStart = () => page.locator('header').evaluate((header) => header.getBoundingClientRect().left);

  it('27, 37: is 210 px or 54 px wide next to the content, and remembers which', async () => {
    await show(TWO, '/dashboard');
    expect([await width(), await contentStart()]).toEqual([210, 210]);
    expect(await toggle().getAttribute('aria-expanded')).toBe('true');
    const durations = await page.evaluate(() =>
      ['nav', 'header'].map((tag) => {
        const moved = tag === 'nav' ? document.querySelector('nav') : document.querySelector('header')?.parentElement;
        return moved && getComputedStyle(moved).transitionDuration;
      }),
    );
    expect(durations).toEqual(['0.28s', '0.28s']);
    const icon = () =>
      toggle()
        .locator('svg')
        .evaluate((svg) => getComputedStyle(svg).transform);
    expect(await icon()).toBe('none');

    await toggle().click();
    await expect.poll(async () => [await width(), await contentStart()]).toEqual([54, 54]);
    await expect.poll(icon).toMatch(/^matrix\(-1, /);
    expect(await cookie()).toBe('0');
    await page.reload();
    await expect.poll(width).toBe(54);
    await toggle().click();
    await expect.poll(width).toBe(210);
    expect(await cookie()).toBe('1');
  });

  it('28, 30, 31: shows an entry with one page as that page, unless the entry must be a submenu', async () => {
    const hidden = orders('hidden', { is_hidden: 1 });
    await show(
      [
        group('one', [orders('only', { title: 'Only page' }), hidden], { title: 'One', icon: 'wallet' }),
        orders('wallet', { title: 'Wallet', icon: 'wallet' }),
        group('always', [orders('still', { title: 'Still' })], { title: 'Always', always_show: 1 }),
        group('empty', [hidden], { title: 'Empty', component_path: 'orders' }),
      ],
      '/dashboard',
    );
    expect(await link('Only page').getAttribute('href')).toBe('/one/only');
    expect(await link('Only page').locator('svg').innerHTML()).toBe(await link('Wallet').locator('svg').innerHTML());
    expect(await submenu('One').count()).toBe(0);
    await submenu('Always').click();
    expect(await link('Still').getAttribute('href')).toBe('/always/still');
    expect(await link('Empty').getAttribute('href')).toBe('/empty');
  });

  it('29, 32: shows an entry with children as a submenu, and one with an empty list as a page', async () => {
    const inner = group('inner', [orders('a', { title: 'A' }), orders('b', { title: 'B' })], { title: 'Inner' });
    const leaf = orders('leaf', { title: 'Leaf', children: [] });
    await show([group('outer', [inner], { title: 'Outer' }), leaf], '/dashboard');
    await submenu('Outer').click();
    await submenu('Inner').click();
    await link('B').waitFor();
    expect(await link('Leaf').getAttribute('href')).toBe('/leaf');
  });

  it('33: opens external links in a new browser tab', async () => {
    await opened.context.route('https://example.com/**', (route) => route.fulfill({ body: 'Help' }));
    const others = ['mailto:help@example.com', 'tel:+551112345678'].map((urlName) => node(urlName, { title: urlName }));
    const help = [node('https://example.com/help', { title: 'Help' }), ...others];
    await show([...help, group('in', [...help, orders('a')], { title: 'In' })], '/dashboard');
    const popup = opened.context.waitForEvent('page');
    await menu().getByRole('link', { name: 'Help' }).first().click();
    const other = await popup;
    await other.waitForURL('https://example.com/help');
    expect(await other.evaluate(() => window.opener)).toBeNull();
    await other.close();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await menu().locator('[aria-current=page]', { hasText: 'Dashboard' }).waitFor();
    for (const one of others) {
      const away = menu().getByRole('link', { name: one.url_name });
      expect([await away.getAttribute('href'), await away.getAttribute('target')]).toEqual([one.url_name, '_blank']);
    }
  });

  it('34: marks the open page, or the entry it belongs to, and expands its parents', async () => {
    const detail = orders('detail', { title: 'Detail', is_hidden: 1, active_menu: '/outer/inner/a' });
    const inner = group('inner', [orders('a', { title: 'A' }), orders('b', { title: 'B' })], { title: 'Inner' });
    await show([group('outer', [inner, detail, orders('c')], { title: 'Outer' })], '/outer/inner/b?page=1&x=y');
    const current = () => menu().locator('[aria-current=page]').allInnerTexts();
    await expect.poll(current).toEqual(['B']);
    expect(await submenu('Outer').getAttribute('aria-expanded')).toBe('true');
    await page.goto(`${console.origin}/outer/detail`);
    await expect.poll(current).toEqual(['A']);
    expect(await submenu('Inner').getAttribute('aria-expanded')).toBe('true');
    await opened.expectAccessible();
  });

  it('35: leaves a submenu open when another one is opened', async () => {
    await show(TWO, '/dashboard');
    await submenu('First').click();
    await submenu('Second').click();
    await link('C').waitFor();
    expect(await submenu('First').getAttribute('aria-expanded')).toBe('true');
    await link('A').waitFor();
  });

  it('36: names its icons when it is collapsed, and shows submenus next to them', async () => {
    await opened.context.addCookies([{ name: 'sidebarStatus', value: '0', url: console.origin }]);
    await show(TWO, '/dashboard');
    await link('Dashboard').hover();
    await page.getByRole('tooltip', { name: 'Dashboard' }).waitFor();
    await submenu('Second').hover();
    await link('D').waitFor();
    const box = await link('D').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(54);
    await opened.expectAccessible();
    await link('D').click();
    await page.waitForURL('**/second/d');
    await page.mouse.move(800, 500);
    await link('D').waitFor({ state: 'hidden' });
  });

  it('38: has the logo at the top if the setting is on', async () => {
    await show(TWO, '/first/a');
    const logo = menu().getByRole('link', { name: '商户管理系统' });
    expect(await logo.count()).toBe(0);
    await page.evaluate(() => localStorage.setItem('shell-settings', '{"sidebarLogo":true}'));
    await page.reload();
    await logo.waitFor();
    const box = await logo.boundingBox();
    expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 210, 50]);
    expect(await logo.innerText()).toBe('商户管理系统');
    await opened.expectAccessible();
    await toggle().click();
    await expect.poll(width).toBe(54);
    expect(await logo.innerText()).toBe('');
    expect(await logo.locator('img').isVisible()).toBe(true);
    await logo.click();
    await page.waitForURL('**/dashboard');
    await page.evaluate(() => localStorage.removeItem('shell-settings'));
  });

  it('39: scrolls separately if it is taller than the window', async () => {
    const many = Array.from({ length: 40 }, (_, index) => orders(`p${index}`, { title: `Page ${index}` }));
    await show(many, '/dashboard');
    const last = link('Page 39');
    expect(await last.evaluate((item) => item.getBoundingClientRect().top > window.innerHeight)).toBe(true);
    expect(await menu().evaluate((nav) => nav.getBoundingClientRect().height)).toBe(900);
    await menu().hover();
    await page.mouse.wheel(0, 5000);
    await expect
      .poll(() => last.evaluate((item) => item.getBoundingClientRect().bottom <= window.innerHeight))
      .toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('40: ignores clicks on the item of the open page', async () => {
    await show(TWO, '/first/a?page=2');
    await page.getByRole('table', { name: 'A' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).focus();
    const before = await page.evaluate(() => window.history.length);
    const requests: string[] = [];
    const note = (request: { url(): string }) => {
      // The bell and the event stream make requests at any time.
      if (isCall(request.url()) && !request.url().includes('/notifications/')) requests.push(request.url());
    };
    page.on('request', note);
    await link('A').click();
    await link('A').press('Enter');
    expect(new URL(page.url()).search).toBe('?page=2');
    expect([await page.evaluate(() => window.history.length), requests]).toEqual([before, []]);
    page.off('request', note);
  });
});

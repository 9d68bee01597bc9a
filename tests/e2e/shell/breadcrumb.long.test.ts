import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';
import { group, node } from '#tests/console/shell/menu/menuNodes.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { menusOfOthers } from '#tests/support/shownMenu.ts';

const orders = (urlName: string, more: Partial<MenuNode> = {}) => node(urlName, { component_path: 'orders', ...more });

describe('the breadcrumb', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let show: Awaited<ReturnType<typeof menusOfOthers>>;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    show = await menusOfOthers(page);
  });
  afterAll(() => console.close());

  const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumb' });
  /** Text and address of each crumb. */
  const shown = () =>
    crumbs()
      .locator('a, [aria-current], span:not(:has(*))')
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]));

  it('41: of the dashboard is only its name, as text', async () => {
    await show([orders('a')], '/dashboard');
    await expect.poll(shown).toEqual([['Dashboard', null]]);
  });

  it('42: links the dashboard and each parent entry above the page', async () => {
    const inner = group('inner', [orders('a', { title: 'A' }), orders('b')], { title: 'Inner' });
    await show([group('outer', [inner, orders('c')], { title: 'Outer' })], '/outer/inner/a');
    await expect.poll(shown).toEqual([
      ['Dashboard', '/dashboard'],
      ['Outer', '/outer/inner'],
      ['Inner', '/outer/inner/a'],
      ['A', null],
    ]);
    await opened.expectAccessible();
    await crumbs().getByRole('link', { name: 'Outer' }).click();
    await page.waitForURL('**/outer/inner/a');
    await crumbs().getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('43: links a parent entry to its redirect, to its own page, or nowhere', async () => {
    const pages = [orders('a', { title: 'A' }), orders('b', { title: 'B' })];
    await show([group('order', pages, { title: 'Orders', redirect: '/order/b' })], '/order/a');
    await crumbs().getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/order/b');
    const batch = node('batch/:id', { title: 'Batch', component_path: 'statements' });
    await show([{ ...batch, children: [orders('items', { title: 'Items' })] }], '/batch/7/items');
    await crumbs().getByRole('link', { name: 'Batch' }).click();
    await page.waitForURL('**/batch/7');
    await show([group('order', pages, { title: 'Plain', redirect: 'noRedirect' })], '/order/a');
    await expect.poll(shown).toEqual([
      ['Dashboard', '/dashboard'],
      ['Plain', null],
      ['A', null],
    ]);
  });

  it('44: leaves out entries that have no title or disable their crumb', async () => {
    const pages = [
      group('mute', [orders('a', { title: 'A' }), orders('none', { title: 'None', breadcrumb: 0 })], { title: '' }),
      orders('b'),
    ];
    await show([group('shy', pages, { title: 'Shy', breadcrumb: 0 })], '/shy/mute/a');
    const home = ['Dashboard', '/dashboard'];
    await expect.poll(shown).toEqual([home, ['A', null]]);
    await show([group('shy', pages, { title: 'Shy' })], '/shy/mute/none');
    await expect.poll(shown).toEqual([home, ['Shy', '/shy/mute']]);
  });

  it('45: doesn’t change while a page is refreshed through /redirect', async () => {
    await show([group('order', [orders('a', { title: 'A' }), orders('b')], { title: 'Orders' })], '/order/a?page=1');
    await page.getByRole('table', { name: 'A' }).waitFor();
    const changes = await page.evaluateHandle(() => {
      const seen: string[] = [];
      const nav = document.querySelector('nav[aria-label=Breadcrumb]');
      if (!nav) throw new Error('no breadcrumb');
      new MutationObserver((records) => seen.push(...records.map(({ type }) => type))).observe(nav, {
        childList: true,
        subtree: true,
        characterData: true,
        attributes: true,
      });
      window.history.pushState(null, '', '/redirect/order/a?page=1');
      window.dispatchEvent(new PopStateEvent('popstate'));
      return seen;
    });
    await page.waitForURL(/\/order\/a\?page=1$/);
    await page.getByRole('table', { name: 'A' }).waitFor();
    expect(await changes.jsonValue()).toEqual([]);
  });

  it('46: changes its language at once', async () => {
    await show([group('order', [node('orderList', { component_path: 'orders' }), orders('b')])], '/order/orderList');
    await crumbs().getByText('Collection orders').waitFor();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await page.getByRole('navigation', { name: '面包屑导航' }).getByText('代收订单').waitFor();
  });
});

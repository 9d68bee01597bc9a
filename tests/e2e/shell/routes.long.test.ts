import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';
import { group, node } from '#tests/console/shell/menu/menuNodes.ts';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { menusOfOthers } from '#tests/support/shownMenu.ts';
import { tabBar } from '#tests/support/tabBar.ts';

const orders = (urlName: string, more: Partial<MenuNode> = {}) => node(urlName, { component_path: 'orders', ...more });
const payouts = (urlName: string, more: Partial<MenuNode> = {}) =>
  node(urlName, { component_path: 'payouts', ...more });

describe('the addresses of the menu', () => {
  let console: OpenedConsole;
  let page: Page;
  let show: Awaited<ReturnType<typeof menusOfOthers>>;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    const opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    show = await menusOfOthers(page);
  });
  afterAll(() => console.close());

  const path = () => new URL(page.url()).pathname;
  const menu = () => page.getByRole('navigation', { name: 'Main menu' });
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  /** The menu is drawn after the page's title. */
  const shownItems = async () => {
    await menu().locator('a').first().waitFor();
    return (await menu().locator('a, button').allInnerTexts()).map((text) => text.trim());
  };
  async function opens(address: string, name: string): Promise<void> {
    await tabBar(page).visit(address);
    await title(name).waitFor();
  }

  it('19: are relative to those of their parent entries, or absolute', async () => {
    const tree = [group('order', [orders('own', { title: 'Own' }), payouts('/elsewhere/far', { title: 'Far' })])];
    await show(tree, '/order/own');
    await title('Own').waitFor();
    await opens('/elsewhere/far', 'Far');
    await opens('/order', 'Own');
    expect(path()).toBe('/order/own');
  });

  it('20, 21, 22: work if the sidebar doesn’t show them', async () => {
    const tree = [
      orders('shown', { title: 'Shown' }),
      orders('hidden', { title: 'Hidden', is_hidden: 1 }),
      payouts('rolePermissions', { title: 'Permissions of a role' }),
      group('access', [payouts('editMenu', { title: 'Edit menu' }), payouts('other', { title: 'Other' })]),
      group('secret', [payouts('below', { title: 'Below' })], { title: 'Secret', is_hidden: 1 }),
    ];
    await show(tree, '/hidden');
    await title('Hidden').waitFor();
    expect(await shownItems()).toEqual(['Dashboard', 'Shown', 'Other']);
    await opens('/rolePermissions', 'Permissions of a role');
    await opens('/access/editMenu', 'Edit menu');
    await opens('/secret/below', 'Below');
  });

  it('23: redirect to the target of their entry', async () => {
    const pages = [orders('first', { title: 'First' }), payouts('second', { title: 'Second' })];
    await show([group('order', pages, { redirect: '/order/second' })], '/order?page=1');
    await title('Second').waitFor();
    expect(path()).toBe('/order/second');
  });

  it('24: say so if the console doesn’t have their page, and the others work', async () => {
    const tree = [node('odd', { component_path: 'noSuchPage', title: 'Odd' }), orders('fine', { title: 'Fine' })];
    await show(tree, '/odd');
    await page.getByRole('main').getByText('noSuchPage').first().waitFor();
    await menu().getByRole('link', { name: 'Fine' }).click();
    await page.getByRole('table', { name: 'Fine' }).waitFor();
  });

  it('25: are in the sidebar in the server’s order', async () => {
    const tree = [
      orders('zebra', { title: 'Zebra', index: 3 }),
      node('dashboard'),
      group('ape', [payouts('b', { title: 'Yak', index: 2 }), payouts('a', { title: 'Bee', index: 1 })], {
        title: 'Ape',
      }),
    ];
    await show(tree, '/ape/a');
    await title('Bee').waitFor();
    expect(await shownItems()).toEqual(['Zebra', 'Dashboard', 'Ape', 'Yak', 'Bee']);
  });

  it('26: have their raw title everywhere if it has no translation', async () => {
    const tree = [group('g', [orders('a', { title: 'No such key' }), payouts('b')], { title: 'no.such.key' })];
    await show(tree, '/g/a');
    await title('No such key').waitFor();
    await menu().getByRole('button', { name: 'no.such.key' }).waitFor();
    await menu().getByRole('link', { name: 'No such key' }).waitFor();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    expect(await crumbs.getByRole('listitem').allInnerTexts()).toEqual(['Dashboard', 'no.such.key', 'No such key']);
    await expect.poll(() => page.title()).toBe('No such key - 商户管理系统');
  });
});

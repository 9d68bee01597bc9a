import type { Page } from 'playwright-core';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';

/**
 * Puts itself in place of a back end whose menus have shapes that our server has no way to store.
 * @returns opens `address` with `tree` as the menu of the user who is signed in
 */
export async function menusOfOthers(
  page: Page,
): Promise<(tree: readonly MenuNode[], address: string) => Promise<void>> {
  let served: readonly MenuNode[] = [];
  await page.route('**/prod-api/menu-tree', (route) => route.fulfill({ json: { code: 0, msg: '', data: served } }));
  return async (tree, address) => {
    served = tree;
    const { origin } = new URL(page.url());
    // The console begins with the menu that it remembers: there must be none that may still write down another.
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate((roles) => localStorage.setItem('roles', roles), JSON.stringify(tree));
    await page.goto(origin + address);
    await page.getByRole('main').waitFor();
  };
}

import type { Page } from 'playwright-core';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';

/**
 * Replaces the menu call, for menus of other back ends that our server can't store.
 * @returns a function that opens `address` with `tree` as the signed-in user's menu
 */
export async function menusOfOthers(
  page: Page,
): Promise<(tree: readonly MenuNode[], address: string) => Promise<void>> {
  let served: readonly MenuNode[] = [];
  await page.route('**/prod-api/menu-tree', (route) => route.fulfill({ json: { code: 0, msg: '', data: served } }));
  return async (tree, address) => {
    served = tree;
    const { origin } = new URL(page.url());
    // The console starts with its cached menu. Leaves the console first, so that no page can overwrite the cache.
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate((roles) => localStorage.setItem('roles', roles), JSON.stringify(tree));
    await page.goto(origin + address);
    await page.getByRole('main').waitFor();
  };
}

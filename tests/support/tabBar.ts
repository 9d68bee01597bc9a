import type { Locator, Page } from 'playwright-core';

/** Locators for the tab bar of open pages, and functions that navigate from page to page. */
export function tabBar(page: Page) {
  const list = page.getByRole('tablist', { name: 'Open pages' });
  const sidebar = page.getByRole('navigation', { name: 'Main menu' });
  const menu = page.getByRole('menu');
  const tab = (name: string) => list.getByRole('tab', { name, exact: true });
  return {
    list,
    menu,
    tab,
    titles: () => list.getByRole('tab').allInnerTexts(),
    active: () => list.getByRole('tab', { selected: true }).innerText(),
    closeButton: (name: string) => page.getByRole('button', { name: `Close ${name}`, exact: true }),
    /** Navigates through the sidebar, which changes only the address. */
    async go(item: string): Promise<void> {
      await sidebar.getByRole('link', { name: item, exact: true }).click();
      await tab(item).and(page.locator('[aria-selected=true]')).waitFor();
    },
    async choose(of: Locator, action: string): Promise<void> {
      await of.click({ button: 'right' });
      await menu.getByRole('menuitem', { name: action, exact: true }).click();
    },
    /** Navigates to another address without a reload, as a link does. Resolves after the previous page is gone. */
    async visit(path: string): Promise<void> {
      await page.evaluate(async (to) => {
        const { pathname } = location;
        const heading = document.querySelector('main h1:not(:empty)');
        const title = heading?.textContent;
        const isShown = () => heading?.isConnected && heading.textContent === title;
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
        if (location.pathname === pathname) return;
        while (isShown()) await new Promise(requestAnimationFrame);
      }, path);
    },
    /**
     * Opens submenus without the pointer, which would wait for each group's animation. `sidebar.long.test.ts` opens
     * them as users do.
     */
    async openSubmenus(): Promise<void> {
      // Rendered after the first rows of the page.
      await sidebar.getByRole('link').first().waitFor();
      await sidebar.locator('button[aria-expanded=false]').evaluateAll(async (buttons) => {
        for (const button of buttons) {
          if (button instanceof HTMLElement) button.click();
          // React must render each click before the next one.
          await new Promise((drawn) => setTimeout(drawn));
        }
      });
    },
  };
}

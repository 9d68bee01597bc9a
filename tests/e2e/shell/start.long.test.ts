import { describe, expect, it } from 'vitest';
import { tabBar } from '#tests/support/tabBar.ts';
import { startedConsole } from './startedConsole.ts';

describe('the start of the console', () => {
  const start = startedConsole();
  const { signInHeading, pathOf, table } = start;

  it('4, 9, 13: never leaves the console after a sign-in, redirects from the login page from then on, and from / to the dashboard', async () => {
    const { page, context, signIn } = await start.console.open(
      `/login?redirect=${encodeURIComponent('//evil.example/')}`,
    );
    await signIn();
    await page.waitForURL('**/dashboard');
    expect(new URL(page.url()).origin).toBe(start.console.origin);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await tabBar(page).visit('/login');
    await page.waitForURL('**/dashboard');
    for (const address of ['/login?from=elsewhere', '/']) {
      await page.goto(start.console.origin + address);
      await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
      expect(pathOf(page)).toMatch(/^\/dashboard/);
      expect(await signInHeading(page).count()).toBe(0);
    }
    await context.close();
  });

  it('7, 74: leads every form of an address to one page and tab, and unknown ones that look like files to /404', async () => {
    const { page, context } = await start.console.open('/orderList/a.b/show?tab=1', { as: 'demo' });
    const tabs = () => page.getByRole('tablist', { name: 'Open pages' }).getByRole('tab').allTextContents();
    expect(pathOf(page)).toBe('/orderList/a.b/show?tab=1');
    await page.goto(`${start.console.origin}//orderList?page=2`);
    await table(page).waitFor();
    const address = pathOf(page);
    const both = ['Dashboard', 'Collection orders'];
    await expect.poll(tabs).toEqual(both);
    for (const other of ['//orderList', '/orderList/', '/order%4Cist', '//orderList//']) {
      await page.goto(`${start.console.origin}${other}?page=2`);
      await table(page).waitFor();
      expect(pathOf(page)).toBe(address);
      await expect.poll(tabs).toEqual(both);
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, `${start.console.origin}${other}?page=2`);
      await expect.poll(() => pathOf(page)).toBe(address);
      expect(await tabs()).toEqual(both);
    }
    for (const unknown of ['/foo.bar', '/%', '/.env', '/404/']) {
      await page.goto(start.console.origin + unknown);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(pathOf(page)).toBe('/404');
    }
    await page.goto(`${start.console.origin}/redirect/login?redirect=%2ForderList`);
    await table(page).waitFor();
    expect(pathOf(page)).toMatch(/^\/orderList/);
    await context.close();
  });

  it('7, 8: shows a page that isn’t in the user’s menu as /404, full-screen and without a history entry', async () => {
    // A built-in page.
    const { page, context, expectAccessible } = await start.console.open('/recharge?x=1', { as: 'operator' });
    await page.waitForURL('**/404');
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('nav, header, [role=tablist]')) Reflect.set(window, 'flashed', true);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${start.console.origin}/no/such/page?x=1`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/404');
    expect(await page.evaluate(() => Reflect.get(window, 'flashed'))).toBeUndefined();
    for (const role of ['navigation', 'banner', 'tablist'] as const) expect(await page.getByRole(role).count()).toBe(0);
    await expectAccessible();
    await page.getByRole('link', { name: /dashboard/i }).click();
    await page.waitForURL('**/dashboard');
    await page.goBack();
    await page.waitForURL('**/404');
    await context.close();
  });

  it('10, 11: shows a progress bar while a page opens, also if it is slow or redirects, and starts it at the top', async () => {
    const { page, context } = await start.console.open('/dashboard', { as: 'demo' });
    const line = page.locator('[data-page-progress]');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'Orders' }).click();
    await line.waitFor({ state: 'hidden' });

    let deliver = () => {};
    const held = new Promise<void>((resolve) => (deliver = resolve));
    await page.route('**/resources/orders.json*', async (route) => {
      await held;
      await route.continue();
    });
    await menu.getByRole('link', { name: 'Collection orders' }).click();
    await line.waitFor();
    const box = await line.boundingBox();
    expect([box?.y, box?.width]).toEqual([0, 1440]);
    expect(box?.height).toBeLessThanOrEqual(3);
    deliver();
    await table(page).getByRole('row').nth(1).waitFor();
    await line.waitFor({ state: 'hidden' });

    // A page that opens at once shows it for a moment only, which a locator may miss.
    const appeared = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!document.querySelector('[data-page-progress]')) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await appeared;
    await line.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    await line.waitFor({ state: 'hidden' });

    // 11
    await page.setViewportSize({ width: 1100, height: 320 });
    await menu.getByRole('link', { name: 'Collection orders' }).click();
    await table(page).getByRole('row').nth(10).waitFor();
    await page.mouse.move(700, 200);
    await page.evaluate(() => window.scrollTo(0, 400));
    await menu.getByRole('link', { name: 'Payout orders' }).click();
    await page.getByRole('table', { name: 'Payout orders' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await context.close();
  });
});

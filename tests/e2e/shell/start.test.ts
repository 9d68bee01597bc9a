import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { watchCalls } from '#tests/support/watchCalls.ts';

describe('the start of the console', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
  });
  afterAll(() => console.close());

  const pathOf = (page: Page) => page.url().slice(console.origin.length);
  const table = (page: Page) => page.getByRole('table', { name: 'Collection orders' });

  it('1: fetches nothing of a page for somebody who is not signed in', async () => {
    const { page, context } = await console.open('/login');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${console.origin}/orderList`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(requests.filter((path) => /^\/(prod-api|resources)\/|\/App-/.test(path))).toEqual([]);
    await context.close();
  });

  it('2: opens /login and /auth-redirect to anybody, without another address', async () => {
    const { page, context } = await console.open('/login');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(pathOf(page)).toBe('/login');
    await page.goto(`${console.origin}/auth-redirect?code=1`);
    await page.waitForFunction(() => localStorage.getItem('x-admin-oauth-code') === 'code=1');
    expect(pathOf(page)).toBe('/auth-redirect?code=1');
    expect(await page.locator('body').innerText()).toBe('');
    await context.close();
  });

  it('4: has no login page, by whatever way, for those who are signed in', async () => {
    const { page, context, signIn } = await console.open('/login');
    await page.goto(`${console.origin}/login?from=elsewhere`);
    await signIn();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => {
      window.history.pushState(null, '', '/login');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.waitForURL('**/dashboard');
    expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(0);
    await context.close();
  });

  it('5: opens a deep link cold by way of no other address', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    const seen: string[] = [];
    page.on('framenavigated', () => seen.push(pathOf(page)));
    const before = await page.evaluate(() => window.history.length);
    await page.goto(`${console.origin}/order?page=2`);
    await table(page).waitFor();
    await page.reload();
    await table(page).waitFor();
    expect(new Set(seen)).toEqual(new Set(['/order?page=2', '/orderList?page=2']));
    expect(await page.evaluate(() => window.history.length)).toBe(before + 1);
    await context.close();
  });

  it('6: ends a session whose user info is missing, and says so', async () => {
    const { page, context, signIn } = await console.open('/login');
    const answered = watchCalls(page);
    await signIn();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await answered();
    await context.clearCookies({ name: 'Currency-Data' });
    await page.goto(`${console.origin}/orderList?page=2`);
    const alert = page.getByRole('alert').filter({ hasText: 'Verification failed, please Login again.' });
    await alert.waitFor();
    expect(pathOf(page)).toBe(`/login?redirect=${encodeURIComponent('/orderList?page=2')}`);
    expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'Admin-Token' }));

    await page.route('**/vue-element-admin/user/info?**', (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: null } }),
    );
    await signIn();
    await alert.waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await context.close();
  });

  it('7: shows an unknown address as /404, on the whole screen and as no step of its own', async () => {
    const { page, context, signIn } = await console.open('/no/such/page?x=1');
    await signIn();
    await page.waitForURL('**/404');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('nav, header, [role=tablist]')) Reflect.set(window, 'flashed', true);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${console.origin}/no/such/page?x=1`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/404');
    expect(await page.evaluate(() => Reflect.get(window, 'flashed'))).toBeUndefined();
    for (const role of ['navigation', 'banner', 'tablist'] as const) expect(await page.getByRole(role).count()).toBe(0);
    await page.getByRole('link', { name: /dashboard/i }).click();
    await page.waitForURL('**/dashboard');
    await page.goBack();
    await page.waitForURL('**/404');
    await context.close();
  });

  it('8: has no address for a page that the menu of this user lacks', async () => {
    const { page, context, signIn } = await console.open('/recharge');
    await signIn('operator');
    await page.waitForURL('**/404');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await context.close();
  });

  it('9, 13: leads from / to the dashboard, and from the login page to where one wanted to go', async () => {
    const { page, context, signIn } = await console.open('/login?redirect=/orderList?page=2&perPage=20');
    await signIn();
    await table(page).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/orderList', { page: '2', perPage: '20' }]);
    await page.goto(`${console.origin}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(pathOf(page)).toBe('/dashboard');
    await context.close();
  });

  it('10: shows a thin line while a page opens, which may take its time or lead elsewhere', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
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

    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await line.waitFor();
    await line.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    await line.waitFor({ state: 'hidden' });
    await context.close();
  });

  it('11: begins each page at its top', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo', viewport: { width: 1100, height: 320 } });
    await page.goto(`${console.origin}/orderList`);
    await table(page).getByRole('row').nth(10).waitFor();
    await page.mouse.move(700, 200);
    await page.evaluate(() => window.scrollTo(0, 400));
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Payout orders' }).click();
    await page.getByRole('table', { name: 'Payout orders' }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await context.close();
  });
});

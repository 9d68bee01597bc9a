import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { tabBar } from '#tests/support/tabBar.ts';
import { watchCalls } from '#tests/support/watchCalls.ts';
import { servedConsole } from './servedConsole.ts';

describe('requests and browser storage', () => {
  const served = servedConsole();
  const { pathOf, OVER, signInPage } = served;

  const PRODUCT = '商户管理系统';

  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

  it('2, 18: /auth-redirect passes its query to the window that opened it, and closes', async () => {
    const { page, context } = await served.console.open('/favicon.svg');
    const opening = page.waitForEvent('popup');
    await page.evaluate(() => void window.open('/auth-redirect?code=abc%2F1&state=x', 'oauth', 'width=400,height=300'));
    const popUp = await opening;
    if (!popUp.isClosed()) await popUp.waitForEvent('close');
    expect(await page.evaluate(() => localStorage.getItem('x-admin-oauth-code'))).toBe('code=abc%2F1&state=x');
    // A window that was opened by its address can't close itself and stays blank.
    await page.goto(`${served.console.origin}/auth-redirect?code=2`);
    await page.waitForFunction(() => localStorage.getItem('x-admin-oauth-code') === 'code=2');
    expect(await page.locator('body').innerText()).toBe('');
    expect(pathOf(page)).toBe('/auth-redirect?code=2');
    await context.close();
  });

  it('112: several responses with code 400 cause one message and one navigation', async () => {
    const { page, context } = await served.console.open('/dashboard', { as: 'demo' });
    await page.getByText('林晓').first().waitFor();
    await menu(page).getByText('Orders', { exact: true }).click();
    const refused: string[] = [];
    const answered = watchCalls(page);
    // Background requests would end the session before the list's request does.
    await page.route('**/prod-api/**', async (route) => {
      const path = new URL(route.request().url()).pathname;
      if (refused.length === 0 && !path.startsWith('/prod-api/orders')) return route.fallback();
      refused.push(path);
      return route.fulfill({ json: OVER });
    });
    const addresses: string[] = [];
    page.on('framenavigated', () => addresses.push(pathOf(page)));
    const steps = await page.evaluate(() => history.length);
    // Counted in the page, because a slow test could look after the message has gone.
    await page.evaluate((text) => {
      let shown = '';
      new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const { textContent } of addedNodes) shown += textContent;
        Reflect.set(window, 'timesTold', shown.split(text).length - 1);
      }).observe(document.body, { childList: true, subtree: true });
    }, OVER.msg);
    await menu(page).getByRole('link', { name: 'Collection orders' }).click();
    await signInPage(page).waitFor();
    await answered();
    expect(refused.filter((path) => path.startsWith('/prod-api/orders')).length).toBeGreaterThan(1);
    expect(refused.filter((path) => path === '/prod-api/logout').length).toBeLessThanOrEqual(1);
    expect(addresses.filter((address) => address.startsWith('/login'))).toHaveLength(1);
    expect(pathOf(page)).toMatch(/^\/login\?redirect=%2ForderList(?!.*login)/);
    expect(await page.evaluate(() => history.length)).toBe(steps + 1);
    expect(await page.evaluate(() => Reflect.get(window, 'timesTold'))).toBe(1);
    await context.close();
  });

  it('115: the window title has the names of page and product', async () => {
    const { login_token: token } = await served.console.world.signIn('demo');
    const entry = { title_en: 'Own pages', url_name: '/own', component_path: 'channels' };
    await served.console.world.call({ token, method: 'POST', url: '/prod-api/menus', payload: entry });
    const { page, context } = await served.console.open('/orderList', { as: 'demo' });
    async function titled(title: string): Promise<void> {
      await expect.poll(() => page.title()).toBe(`${title} - ${PRODUCT}`);
    }
    await titled('Collection orders');
    await page.getByRole('row').nth(1).click();
    await page.waitForURL(/\/orderList\/.+/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.title()).toMatch(new RegExp(`^C\\d{10,} - ${PRODUCT}$`));
    // A title that is no translation key.
    await tabBar(page).visit('/own');
    await titled('Own pages');
    await tabBar(page).visit('/no/such/page');
    await titled('Page not found');
    await context.close();
  });

  it('116: all cookies are session cookies; local storage has the menu', async () => {
    const { page, context } = await served.console.open('/account', { as: 'demo' });
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Español' }).click();
    await page.locator('html[lang="es"]').waitFor();
    const cookies = await context.cookies();
    const valueOf = (name: string) => cookies.find((cookie) => cookie.name === name)?.value;
    expect(new Set(cookies.map(({ expires }) => expires))).toEqual(new Set([-1]));
    expect([valueOf('language'), valueOf('sidebarStatus')]).toEqual(['es', '0']);
    expect(JSON.parse(decodeURIComponent(valueOf('Currency-Data') ?? ''))).toHaveProperty('is_divide_hundred');
    const stored = await page.evaluate(() => Object.entries(localStorage));
    expect(stored.map(([key]) => key)).toContain('roles');
    // Kept in a session cookie only.
    expect(JSON.stringify(stored)).not.toContain(valueOf('Admin-Token'));
    await context.close();
  });
});

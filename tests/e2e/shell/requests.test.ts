import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gate } from '#tests/support/gate.ts';
import { holdTime, untilShown } from '#tests/support/holdTime.ts';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';
import { watchCalls } from '#tests/support/watchCalls.ts';

describe('requests and browser storage', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
  });
  afterAll(() => console.close());

  const PRODUCT = '商户管理系统';
  const OVER = { code: 400, msg: 'The session is over', data: null };
  const pathOf = (page: Page) => page.url().slice(console.origin.length);
  const signInPage = (page: Page) => page.getByRole('heading', { name: 'Sign in' });
  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

  it('2, 18: /auth-redirect passes its query to the window that opened it, and closes', async () => {
    const { page, context } = await console.open('/favicon.svg');
    const opening = page.waitForEvent('popup');
    await page.evaluate(() => void window.open('/auth-redirect?code=abc%2F1&state=x', 'oauth', 'width=400,height=300'));
    const popUp = await opening;
    if (!popUp.isClosed()) await popUp.waitForEvent('close');
    expect(await page.evaluate(() => localStorage.getItem('x-admin-oauth-code'))).toBe('code=abc%2F1&state=x');
    // A window that was opened by its address can't close itself and stays blank.
    await page.goto(`${console.origin}/auth-redirect?code=2`);
    await page.waitForFunction(() => localStorage.getItem('x-admin-oauth-code') === 'code=2');
    expect(await page.locator('body').innerText()).toBe('');
    expect(pathOf(page)).toBe('/auth-redirect?code=2');
    await context.close();
  });

  it('109: calls go to /prod-api with the client address, and with the token once there is one', async () => {
    const { page, context, signIn } = await console.open('/favicon.svg');
    await page.addInitScript(() => Object.assign(window, { clientAddress: '203.0.113.7' }));
    await page.goto(`${console.origin}/login?redirect=/orderList`);
    const calls: { path: string; headers: Record<string, string> }[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'fetch' && !pathname.startsWith('/resources/'))
        calls.push({ path: pathname, headers: request.headers() });
    });
    await signIn();
    await page.locator('table[aria-busy="false"]').waitFor();
    const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value;
    const [login, ...others] = calls;
    expect(login).toMatchObject({ path: '/prod-api/login', headers: { 'x-client-address': '203.0.113.7' } });
    expect(login?.headers).not.toHaveProperty('x-token');
    expect(others.length).toBeGreaterThan(1);
    for (const { path, headers } of others) {
      expect(path).toMatch(/^\/prod-api\//);
      expect(headers).toMatchObject({
        'x-client-address': '203.0.113.7',
        'x-token': token,
        authorization: `Bearer ${token}`,
      });
    }
    await context.close();
  });

  it('111: code 400 signs out without asking, and says why for 3 seconds', async () => {
    const { page, context } = await console.open('/orderList', { as: 'demo' });
    await page.clock.install();
    await page.locator('table[aria-busy="false"]').waitFor();
    const held = gate();
    await page.route('**/prod-api/orders?**', async (route) => {
      await held.opened;
      await route.fulfill({ json: OVER });
    });
    const asked = page.waitForRequest('**/prod-api/orders?**');
    await page.getByRole('searchbox', { name: 'Search' }).fill('C');
    await asked;
    await holdTime(page);
    held.open();
    const notice = page.getByRole('alert').filter({ hasText: 'The session is over' });
    await untilShown(page, notice);
    await signInPage(page).waitFor();
    expect(pathOf(page)).toMatch(/^\/login\?redirect=%2ForderList/);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('Admin-Token');
    await notice.getByRole('button', { name: 'Close' }).waitFor();
    await page.clock.runFor(3000);
    await notice.waitFor({ state: 'detached' });
    await context.close();
  });

  it('112: several responses with code 400 cause one message and one navigation', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
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
    const { login_token: token } = await console.world.signIn('demo');
    const entry = { title_en: 'Own pages', url_name: '/own', component_path: 'channels' };
    await console.world.call({ token, method: 'POST', url: '/prod-api/menus', payload: entry });
    const { page, context } = await console.open('/orderList', { as: 'demo' });
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
    const { page, context } = await console.open('/account', { as: 'demo' });
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

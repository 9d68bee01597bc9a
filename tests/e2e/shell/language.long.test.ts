import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the language', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
  });
  afterAll(() => console.close());

  const languages = (page: Page) => page.getByRole('menu').getByRole('menuitem');

  async function choose(page: Page, button: string, language: string): Promise<void> {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('menuitem', { name: language }).click();
  }

  it('68: all four languages are offered, the current one disabled', async () => {
    const { page, context, expectAccessible } = await console.open('/dashboard', { as: 'demo' });
    await page.getByRole('button', { name: 'Language' }).click();
    await languages(page).first().waitFor();
    expect(await languages(page).allInnerTexts()).toEqual(['English', '中文', 'Español', '日本語']);
    const disabled = await languages(page).evaluateAll((items) => items.map((item) => item.ariaDisabled === 'true'));
    expect(disabled).toEqual([true, false, false, false]);
    await expectAccessible();
    // The focus starts at the first language that can be chosen.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('中文');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Language');
    await context.close();
  });

  it('69, 96: all texts of a list change at once, its filter stays, and the cookie is set', async () => {
    const { page, context, trouble } = await console.open('/orderList', { as: 'demo' });
    const table = page.locator('table[aria-busy="false"]');
    await table.waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('C20');
    await page.waitForURL(/C20/);
    const address = page.url();
    let documents = 0;
    page.on('domcontentloaded', () => (documents += 1));

    await choose(page, 'Language', '中文');
    await page.getByRole('status').filter({ hasText: 'Switch Language Success' }).waitFor();
    await page.getByRole('table', { name: '代收订单' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^代收订单 - /);
    expect(await page.getByRole('navigation', { name: '面包屑导航' }).innerText()).toContain('代收订单');
    await page.getByRole('navigation', { name: '主菜单' }).getByText('代收订单', { exact: true }).waitFor();
    await page.getByRole('tab', { name: '代收订单', exact: true }).waitFor();
    await page.getByRole('columnheader', { name: '平台订单号' }).waitFor();
    expect(await fontsOfControls(page)).toEqual([
      await page.evaluate(() => getComputedStyle(document.body).fontFamily),
    ]);
    expect(await page.getByRole('searchbox').inputValue()).toBe('C20');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh');
    expect(page.url()).toBe(address);
    expect((await context.cookies()).find(({ name }) => name === 'language')).toMatchObject({
      value: 'zh',
      expires: -1,
    });
    expect(documents).toBe(0);

    await choose(page, '语言', 'English');
    await page.getByRole('table', { name: 'Collection orders' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Collection orders - /);
    expect(trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
    await context.close();
  });

  it('69, 96: a form keeps its input, and its tab is translated', async () => {
    const { page, context } = await console.open('/access/menuList/create', { as: 'demo' });
    await page.getByLabel('Title (English)').fill('Half a title');
    await choose(page, 'Language', 'Español');
    await page.getByRole('button', { name: 'Guardar' }).waitFor();
    await page.getByRole('tab', { name: 'Nueva entrada de menú' }).waitFor();
    expect(await page.locator('input[name="title_en"]').inputValue()).toBe('Half a title');
    await context.close();
  });

  it('69: if the texts fail to load, the language stays', async () => {
    const { page, context } = await console.open('/dashboard', { as: 'demo' });
    await page.getByRole('button', { name: 'Language' }).waitFor();
    await page.route('**/assets/ja-*.js', (route) => route.abort());
    await choose(page, 'Language', '日本語');
    await page.getByRole('alert').filter({ hasText: 'Network Error' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Dashboard - /);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('language');
    await context.close();
  });

  it('the texts of pages arrive after a switch to test data too', async () => {
    const { page, context } = await console.open('/orderList', { as: 'demo' });
    await page.getByRole('row').nth(1).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const asked = page.waitForRequest('**/assets/en-*.js');
    await page.route('**/assets/en-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await asked;
    await page.getByRole('switch', { name: 'Test mode' }).click();
    await page.getByText('Test mode: no real money moves.').waitFor();
    release();
    await page.getByRole('button', { name: 'Personal settings' }).click();
    await page.getByRole('link', { name: 'Try the gateway' }).click();
    await page.getByRole('button', { name: 'Send call' }).waitFor();
    await context.close();
  });

  it('71: a cookie with an unknown value results in English, without raw keys', async () => {
    const { page, context, signIn } = await console.open('/login', { locale: 'ja' });
    await context.addCookies([{ name: 'language', value: 'tlh', url: console.origin }]);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Dashboard - /);
    expect(await page.locator('body').innerText()).not.toMatch(/\b(?:shell|menu|login|dashboard)\.[a-z_]+\b/);
    await context.close();
  });
});

/** Font families of buttons and inputs. */
function fontsOfControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll('main :is(button, input, select, textarea)')];
    return [...new Set(controls.map((control) => getComputedStyle(control).fontFamily))];
  });
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMenuPage } from '#tests/support/menuPage.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const SITE = 'https://docs.example.com/guide';

describe('the menu search', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  /** Paths of the page's requests. */
  const fetched: string[] = [];

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    await addMenuPage(console.world, 'M100001', SITE, 'Integration guide');
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await button().waitFor();
  });
  afterAll(() => console.close());

  const button = (name = 'Search menu') => page.getByRole('button', { name, exact: true });
  const field = () => page.getByRole('banner').getByRole('combobox');
  const options = () => page.getByRole('option');
  const active = () => page.locator('[role="option"].Mui-focused').innerText();

  async function search(text: string, name?: string): Promise<void> {
    if (!(await field().isVisible())) await button(name).click();
    await field().fill(text);
  }

  async function close(): Promise<void> {
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
  }

  it('51: opens a focused field of 210 px without moving the other buttons', async () => {
    const before = await page.getByRole('button', { name: 'Language' }).boundingBox();
    await button().click();
    await field().waitFor();
    await opened.expectAccessible();
    expect(await field().evaluate((input) => input === document.activeElement)).toBe(true);
    const box = page.getByRole('search').locator('> div');
    expect((await box.boundingBox())?.width).toBe(210);
    expect(await page.getByRole('button', { name: 'Language' }).boundingBox()).toEqual(before);
    expect(await button().getAttribute('aria-expanded')).toBe('true');
  });

  it('51: closes and clears on a second click, a click elsewhere, Escape and loss of focus', async () => {
    const ways = [
      () => button().click(),
      () => page.mouse.click(900, 800),
      () => page.keyboard.press('Escape'),
      async () => {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
      },
    ];
    for (const leave of ways) {
      await search('orders');
      await options().first().waitFor();
      await leave();
      await field().waitFor({ state: 'detached' });
      expect(await options().count()).toBe(0);
      await button().click();
      expect(await field().inputValue()).toBe('');
      await close();
    }
    expect(await button().evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('52: has no results for an empty field', async () => {
    await search(' ');
    expect(await options().count()).toBe(0);
    expect(await field().getAttribute('aria-expanded')).toBe('false');
    await search('qqqqqq');
    await page.getByText('No matches').waitFor();
    await close();
  });

  it('53, 54, 55, 56: finds a page by its title with a typing error, by its parent and by its address, and shows its path', async () => {
    await search('ordr');
    await options()
      .filter({ hasText: /^Orders > Collection orders$/ })
      .waitFor();
    await search('Access manag');
    await options()
      .filter({ hasText: /^Access management > / })
      .first()
      .waitFor();
    await opened.expectAccessible();
    await search('orderList');
    await expect.poll(() => options().first().innerText()).toBe('Orders > Collection orders');
    await close();
  });

  it('57: matches a long text literally', async () => {
    await search('Orders > Collection orders and more than that');
    await page.getByText('No matches').waitFor();
    await search('SUB-MERCHANT MANAGEMENT > SUB-MERCHANT COLL');
    await expect
      .poll(() => options().allInnerTexts())
      .toEqual(['Sub-merchant management > Sub-merchant collection orders']);
    await close();
  });

  it('58, 59: arrows move, Enter opens, and the search closes and clears', async () => {
    await search('orders');
    await options().nth(1).waitFor();
    const [first, second] = await options().allInnerTexts();
    await expect.poll(active).toBe(first);
    await page.keyboard.press('ArrowDown');
    await expect.poll(active).toBe(second);
    await page.keyboard.press('ArrowUp');
    await expect.poll(active).toBe(first);
    await search('collection orders');
    await expect.poll(active).toBe('Orders > Collection orders');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/orderList');
    await field().waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Collection orders' }).waitFor();
    await expect.poll(() => page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true);
    await search('dashboard');
    await options().first().click();
    await page.waitForURL('**/dashboard');
  });

  it('59: opens another site in a new browser tab', async () => {
    await opened.context.route(`${SITE}*`, (route) => route.fulfill({ body: 'A guide' }));
    await search('integration');
    const popup = opened.context.waitForEvent('page');
    await page.keyboard.press('Enter');
    const site = await popup;
    await site.waitForURL(SITE);
    expect(await site.evaluate(() => window.opener)).toBeNull();
    await site.close();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    expect(await field().count()).toBe(0);
  });

  it('60, 62, 63: finds by pinyin only in Chinese, and loads the dictionary on demand', async () => {
    const dictionary = () => fetched.filter((path) => path.includes('pinyin'));
    await search('daishou');
    await page.getByText('No matches').waitFor();
    await close();
    expect(dictionary()).toEqual([]);
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await button('搜索菜单').waitFor();
    await search('dingdan', '搜索菜单');
    await options().filter({ hasText: '代收订单' }).first().waitFor();
    expect(dictionary()).toHaveLength(1);
    await search('代收');
    await options().filter({ hasText: '代收订单' }).first().waitFor();
    await close();
  });

  it('61: applies the pinyin switch at once', async () => {
    await page.getByRole('button', { name: '设置', exact: true }).click();
    await page.getByRole('switch', { name: '拼音搜索' }).click();
    await page.keyboard.press('Escape');
    await search('dingdan', '搜索菜单');
    await page.getByText('未找到匹配结果').waitFor();
    expect(await options().count()).toBe(0);
    await close();
    await page.getByRole('button', { name: '设置', exact: true }).click();
    await page.getByRole('switch', { name: '拼音搜索' }).click();
    await page.keyboard.press('Escape');
    await search('dingdan', '搜索菜单');
    await options().filter({ hasText: '代收订单' }).first().waitFor();
    await close();
  });

  it('causes no errors', () => {
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

describe('the settings drawer', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const handle = () => page.getByRole('button', { name: 'Settings', exact: true });
  const drawer = () => page.getByRole('dialog', { name: 'Settings' });
  const item = (name: string) => drawer().getByRole('switch', { name });

  /** Each test starts with the default settings. */
  async function start(address = '/dashboard'): Promise<void> {
    await page.goto(console.origin + address);
    await handle().waitFor();
  }

  async function openDrawer(): Promise<void> {
    await handle().click();
    await drawer().getByRole('heading', { name: 'Settings' }).waitFor();
  }

  const styleOf = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

  it('98: opens by the handle at the right edge, and closes by the handle or a click outside it', async () => {
    await start();
    const box = await handle().boundingBox();
    expect(box).toMatchObject({ y: 250 });
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1440);
    await openDrawer();
    expect(await drawer().boundingBox()).toMatchObject({ x: 1180, width: 260 });
    await handle().click();
    await drawer().waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('switch', { name: 'Fixed header' }).count()).toBe(0);
    await openDrawer();
    await page.mouse.click(600, 500);
    await drawer().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/dashboard');
  });

  it('98: works by keyboard: focus moves in, Escape closes it, focus returns', async () => {
    await start();
    await handle().focus();
    await page.keyboard.press('Enter');
    await drawer().getByRole('heading').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.activeElement?.getAttribute('value') === '#409eff');
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'hidden' });
    expect(await handle().evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('98: opens and closes by touch on a phone, from the header, and covers no content', async () => {
    const phone = await console.open('/dashboard', { as: 'demo', ...PHONE });
    await phone.page.getByRole('banner').getByRole('button', { name: 'Settings', exact: true }).tap();
    const phoneDrawer = phone.page.getByRole('dialog', { name: 'Settings' });
    await phoneDrawer.getByRole('switch', { name: 'Fixed header' }).tap();
    await phone.expectAccessible();
    await phone.page.touchscreen.tap(60, 600);
    await phoneDrawer.waitFor({ state: 'hidden' });
    expect((await phone.page.getByRole('banner').boundingBox())?.width).toBe(390);
    await phone.context.close();
  });

  it('99: has the items with their defaults, pinyin search only in Chinese', async () => {
    await start();
    await openDrawer();
    expect(await drawer().getByRole('switch').count()).toBe(4);
    expect(await item('Tags view').isChecked()).toBe(true);
    expect(await item('Fixed header').isChecked()).toBe(false);
    expect(await item('Sidebar logo').isChecked()).toBe(false);
    expect(await item('Remember').isChecked()).toBe(false);
    expect(await drawer().getByRole('radio', { checked: true }).getAttribute('aria-label')).toBe('Blue');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await page.getByRole('button', { name: '设置', exact: true }).click();
    expect(await page.getByRole('switch', { name: '拼音搜索' }).isChecked()).toBe(true);
    await page.context().clearCookies({ name: 'language' });
  });

  it('100: stays open while the colour is picked', async () => {
    await start();
    await openDrawer();
    await drawer().getByLabel('Pick a colour').fill('#11a983');
    await expect.poll(() => drawer().getByRole('radio', { name: 'Green' }).isChecked()).toBe(true);
    expect(await drawer().isVisible()).toBe(true);
  });

  it('101: colours handle, buttons and sidebar at once, in a readable shade', async () => {
    await start('/orderList');
    await openDrawer();
    expect(await drawer().getByRole('radio').count()).toBe(8);
    await drawer().getByRole('radio', { name: 'Red' }).check();
    await expect.poll(() => styleOf('aside > button', 'background-color')).toBe('rgb(206, 9, 20)');
    expect(await styleOf(':root', '--sidebar-accent')).toBe('#f5222d');
    await drawer().getByLabel('Custom colour').fill('FFFF00');
    await expect.poll(() => styleOf('aside > button', 'background-color')).toBe('rgb(110, 110, 0)');
    await drawer().getByLabel('Custom colour').fill('yellow');
    await drawer().getByText('Six-digit hex code').waitFor();
    expect(await styleOf('aside > button', 'background-color')).toBe('rgb(110, 110, 0)');
  });

  it('102: needs no connection for a colour', async () => {
    await start();
    await openDrawer();
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
    await opened.context.setOffline(true);
    await drawer().getByRole('radio', { name: 'Red' }).check();
    await expect.poll(() => styleOf('aside > button', 'background-color')).toBe('rgb(206, 9, 20)');
    await opened.context.setOffline(false);
    // Requests made in the meantime failed, as expected.
    for (const list of Object.values(opened.trouble)) list.length = 0;
  });

  it.each(['#ffff00', '#000000'])('101: %s is readable in light and dark', async (color) => {
    await start('/orderList');
    await page.getByRole('table').waitFor();
    await openDrawer();
    await drawer().getByLabel('Custom colour').fill(color);
    for (const scheme of ['Light', 'Dark']) {
      await drawer().getByRole('button', { name: scheme }).click();
      await expect.poll(() => styleOf(':root', 'color-scheme')).toBe(scheme.toLowerCase());
      await opened.expectAccessible({ rules: 'colors' });
    }
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });

  it('103: returns to its defaults after a reload', async () => {
    await start();
    await openDrawer();
    await item('Fixed header').check();
    await drawer().getByRole('button', { name: 'Dark' }).click();
    await page.reload();
    await openDrawer();
    expect(await item('Fixed header').isChecked()).toBe(false);
    expect(await styleOf(':root', 'color-scheme')).toBe('light dark');
  });

  it('103: remembers settings in this browser on request, also on the login page, and forgets them on request', async () => {
    await start();
    await openDrawer();
    await drawer().getByRole('button', { name: 'Dark' }).click();
    await item('Remember').check();
    await item('Sidebar logo').check();
    await page.reload();
    await expect.poll(() => styleOf('body', 'background-color')).toBe('rgb(13, 19, 27)');
    const other = await page.context().newPage();
    await other.goto(`${console.origin}/login`);
    await openDrawer();
    expect(await item('Sidebar logo').isChecked()).toBe(true);
    await item('Remember').uncheck();
    expect(await page.evaluate(() => localStorage.getItem('shell-settings'))).toBeNull();
    await other.close();
  });

  it('38: shows the logo above the menu, only its image when the menu is collapsed', async () => {
    await start('/orderList');
    const logo = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: '商户管理系统' });
    expect(await logo.count()).toBe(0);
    await openDrawer();
    await item('Sidebar logo').check();
    expect(await logo.boundingBox()).toMatchObject({ x: 0, y: 0, height: 50, width: 210 });
    await logo.getByText('商户管理系统').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await logo.getByText('商户管理系统').waitFor({ state: 'detached' });
    await logo.click();
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  });

  it('104: fixes the header at the top, as wide as the page', async () => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await start('/orderList');
    await page.getByRole('table').waitFor();
    const header = page.getByRole('banner');
    await page.evaluate(() => window.scrollTo(0, 200));
    expect((await header.boundingBox())?.y).toBe(-200);
    await openDrawer();
    await item('Fixed header').check();
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(0);
    expect(await header.boundingBox()).toMatchObject({ x: 210, width: 1230 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await expect.poll(() => header.boundingBox()).toMatchObject({ x: 54, width: 1386 });
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    const covered = await header.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await styleOf(':root', 'scroll-padding-top')).toBe(`${covered}px`);
    await page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight);
      document.querySelector('main h1:not(:empty)')?.scrollIntoView();
    });
    expect((await page.locator('main h1:not(:empty)').boundingBox())?.y).toBeGreaterThanOrEqual(covered);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('104: opens the menus of a fixed header above the page', async () => {
    await start('/orderList');
    await openDrawer();
    await item('Fixed header').check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dashboard');
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('on a narrow screen', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/dashboard', { as: 'demo', reducedMotion: 'no-preference' });
    page = opened.page;
    await menu().waitFor();
  });
  afterAll(() => console.close());

  const menu = () => page.getByRole('navigation', { name: 'Main menu' });
  const toggle = () => page.getByRole('button', { name: 'Toggle sidebar' });
  const cookie = async () => (await opened.context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value;
  const size = (width: number, height = 800) => page.setViewportSize({ width, height });
  const contentStart = () => page.locator('header').evaluate((header) => header.getBoundingClientRect().left);

  it('118, 121: starts at 992 px, closes the sidebar at once, and leaves it closed when the window is widened', async () => {
    expect(await cookie()).toBe('1');
    await size(993);
    await expect.poll(contentStart).toBe(210);
    await page.evaluate(() => {
      window.addEventListener('resize', () =>
        requestAnimationFrame(() => Reflect.set(window, 'drawn', document.querySelector('.MuiDrawer-paper'))),
      );
    });
    await size(992);
    await menu().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => Reflect.get(window, 'drawn'))).toBeNull();
    expect(await contentStart()).toBe(0);
    await expect.poll(cookie).toBe('0');
    await size(1440);
    await menu().waitFor();
    expect(await menu().evaluate((nav) => nav.clientWidth)).toBe(54);
    expect(await toggle().getAttribute('aria-expanded')).toBe('false');
  });

  it('123: a hidden window changes nothing until it is shown', async () => {
    await toggle().click();
    await expect.poll(contentStart).toBe(210);
    const hide = (hidden: boolean) =>
      page.evaluate((value) => Object.defineProperty(document, 'hidden', { value, configurable: true }), hidden);
    await hide(true);
    await size(600);
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(600);
    expect(await menu().isVisible()).toBe(true);
    await hide(false);
    expect(await menu().isVisible()).toBe(true);
    await size(601);
    await menu().waitFor({ state: 'hidden' });
  });

  it('120: the sidebar slides over the unchanged page with a dark layer between, and closes on navigation', async () => {
    await size(390);
    const header = await page.locator('header').boundingBox();
    await toggle().click();
    const settled = () => menu().evaluate((nav) => [nav.getBoundingClientRect().left, nav.clientWidth]);
    await expect.poll(settled).toEqual([0, 210]);
    expect(await page.locator('header').boundingBox()).toEqual(header);
    const layer = page.locator('.MuiModal-backdrop');
    expect(await layer.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgba(0, 0, 0, 0.3)');
    await opened.expectAccessible();

    // Seen from before the click, because a slow test could look after it has ended.
    await page.evaluate(() => {
      const note = ({ propertyName }: TransitionEvent) => Reflect.set(window, 'animated', propertyName);
      document.querySelector<HTMLElement>('.MuiDrawer-paper')?.addEventListener('transitionrun', note);
    });
    await page.mouse.click(330, 500);
    await menu().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => Reflect.get(window, 'animated'))).toBe('transform');
    await toggle().click();
    await menu().getByRole('button', { name: 'Orders' }).click();
    await menu().getByRole('link', { name: 'Collection orders' }).click();
    await page.waitForURL('**/orderList');
    await menu().waitFor({ state: 'hidden' });
    await toggle().click();
    await expect.poll(settled).toEqual([0, 210]);
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'hidden' });
    expect(await toggle().evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('shows the currency of each amount, because there is no column for it', async () => {
    await page
      .getByRole('cell', { name: /^[\d,]+\.\d\d CNY$/ })
      .first()
      .waitFor();
  });

  it('122: the on-screen keyboard leaves the open sidebar open', async () => {
    await size(390, 800);
    await toggle().click();
    await menu().waitFor();
    await size(390, 420);
    await size(412, 800);
    await page.evaluate(() => window.dispatchEvent(new Event('resize')));
    expect(await menu().isVisible()).toBe(true);
    expect(await cookie()).toBe('1');
    await page.keyboard.press('Escape');
  });

  it.each([320, 344, 390])('124: the breadcrumb stays beside the buttons of the header at %i px', async (width) => {
    await size(width);
    await opened.context.clearCookies({ name: 'sidebarStatus' });
    await page.goto(`${console.origin}/orderList`);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    await crumbs.getByText('Collection orders').waitFor();
    const places = () =>
      crumbs.evaluate((nav) => {
        const placesOf = (elements: Iterable<Element>) => [...elements].map((one) => one.getBoundingClientRect());
        const from = nav.getBoundingClientRect().left;
        const buttons = placesOf(nav.parentElement?.querySelectorAll('button') ?? []);
        return {
          end: Math.max(...placesOf(nav.querySelectorAll('li')).map(({ right }) => right)),
          button: Math.min(...buttons.filter((one) => one.width > 0 && one.left > from).map(({ left }) => left)),
        };
      });
    await expect.poll(async () => (await places()).button).toBeLessThan(width);
    const { end, button } = await places();
    expect(end).toBeGreaterThan(100);
    expect(end).toBeLessThanOrEqual(button);
  });

  it('119: the sidebar is closed from the start', async () => {
    await size(390);
    await opened.context.clearCookies({ name: 'sidebarStatus' });
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('nav[aria-label="Main menu"]')) Reflect.set(window, 'sidebarWasSeen', true);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await toggle().waitFor();
    expect(await menu().count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(window, 'sidebarWasSeen'))).toBeUndefined();
    expect(await cookie()).toBe('0');
  });
});

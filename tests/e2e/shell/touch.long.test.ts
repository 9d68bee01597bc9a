import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

describe('the console by touch', () => {
  let console: OpenedConsole;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    ({ context, page } = await console.open('/orderList', { as: 'demo', ...PHONE }));
  });
  afterAll(() => console.close());

  it('98, 120: both drawers close by a tap on the layer next to them, which activates nothing below it', async () => {
    await page.getByRole('button', { name: 'Toggle sidebar' }).tap();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.waitFor();
    await page.touchscreen.tap(330, 500);
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settings', exact: true }).tap();
    const drawer = page.getByRole('dialog', { name: 'Settings' });
    await drawer.getByRole('switch').first().waitFor();
    await page.touchscreen.tap(40, 500);
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/orderList');
  });

  it('86: a long press on a tab opens its menu, and not the page', async () => {
    const tab = page.getByRole('tab', { name: 'Dashboard' });
    const box = await tab.boundingBox();
    if (!box) throw new Error('the tab is not drawn');
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    const session = await context.newCDPSession(page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const menu = page.getByRole('menu', { name: 'Dashboard' });
    await menu.waitFor();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await menu.getByRole('menuitem').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/orderList');
  });
});

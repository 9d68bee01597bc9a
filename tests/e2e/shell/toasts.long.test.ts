import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gate } from '#tests/support/gate.ts';
import { holdTime, timeOf, untilGone, untilShown } from '#tests/support/holdTime.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('toasts', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
    await page.clock.install();
  });
  afterAll(() => console.close());

  const LIST = '**/prod-api/orders?**';
  const SUMMARY = '**/prod-api/orders/summary?**';
  const MENU = '**/prod-api/menu-tree';
  const toast = (text: string) => page.locator('[role=alert] .MuiAlert-filledError').filter({ hasText: text });
  const refuse = (address: string, msg: string, when = Promise.resolve()) =>
    page.route(address, async (route) => {
      await when;
      await route.fulfill({ json: { code: 500, msg, data: null } });
    });
  const openOrders = () => page.goto(`${console.origin}/orderList`);

  beforeEach(async () => {
    await page.unrouteAll();
    await page.clock.resume();
  });

  it('110: a rejection shows the server’s message, in red, for 3 seconds', async () => {
    const held = gate();
    const asked = page.waitForRequest(LIST);
    await refuse(LIST, 'Out of service until noon', held.opened);
    await Promise.all([openOrders(), asked]);
    await holdTime(page);
    held.open();
    await untilShown(page, toast('Out of service until noon'));
    const shown = await timeOf(page);
    await untilGone(page, toast('Out of service until noon'));
    const seconds = ((await timeOf(page)) - shown) / 1000;
    expect(seconds).toBeGreaterThan(2.9);
    expect(seconds).toBeLessThan(3.5);
    // The page handles the error as well: it stops loading and offers to try again.
    await page.getByText('Couldn’t load the list').waitFor();
  });

  it('110: code 0 is a success, regardless of the message', async () => {
    await page.route(SUMMARY, (route) =>
      route.fulfill({ json: { code: 0, msg: 'fail', data: { count: 3, sums: {} } } }),
    );
    await openOrders();
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(await page.locator('.MuiAlert-filledError').count()).toBe(0);
  });

  it('113: a network error is reported, and the page stops loading', async () => {
    await page.route(LIST, (route) => route.abort());
    await openOrders();
    await toast('Network Error').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    await holdTime(page);
    await page.clock.runFor(3000);
    await toast('Network Error').waitFor({ state: 'detached' });
  });

  it('113: a toast leaves the banner uncovered that says there is no connection', async () => {
    await openOrders();
    await page.locator('table[aria-busy="false"]').waitFor();
    await holdTime(page);
    // All calls: an answer of any that came later would hide the banner again.
    await page.route(/\/(prod-api|healthz)/, (route) => route.abort('connectionrefused'));
    await page.getByRole('tab', { name: 'Failed' }).click();
    await untilShown(page, toast('Network Error'));
    const banner = page.getByRole('status').filter({ hasText: 'You’re offline' });
    await banner.waitFor();
    const edge = async (place: Locator, of: 'top' | 'bottom') =>
      place.evaluate((element, name) => element.getBoundingClientRect()[name], of);
    await expect
      .poll(async () => (await edge(toast('Network Error'), 'top')) - (await edge(banner, 'bottom')))
      .toBeGreaterThanOrEqual(0);
  });

  it('113: a response that takes longer than 5 seconds counts as missing', async () => {
    const asked = page.waitForRequest(LIST);
    await page.route(LIST, () => undefined);
    await openOrders();
    await asked;
    await page.clock.fastForward(5000);
    await toast('timeout of 5000ms exceeded').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('114: several stack and end independently; pointer and focus keep one open', async () => {
    const held = gate();
    const asked = [LIST, SUMMARY, MENU].map((address) => page.waitForRequest(address));
    await refuse(LIST, 'No list', held.opened);
    await refuse(SUMMARY, 'No sums', held.opened);
    await refuse(MENU, 'No menu', held.opened);
    await Promise.all([openOrders(), ...asked]);
    await holdTime(page);
    held.open();
    for (const text of ['No list', 'No sums', 'No menu']) await untilShown(page, toast(text));
    const errors = page.locator('[role=alert] .MuiAlert-filledError');
    // In order of appearance. When one closes, those below it move up.
    const [top = '', middle = '', bottom = ''] = await errors.locator('.MuiAlert-message').allInnerTexts();
    const tops = await errors.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(3);
    const bar = await page.getByRole('tablist', { name: 'Open pages' }).boundingBox();
    expect(Math.min(...tops), 'below the header and the tabs').toBeGreaterThanOrEqual(
      (bar?.y ?? 0) + (bar?.height ?? 0),
    );
    await toast(top).hover();
    await toast(middle).getByRole('button', { name: 'Close' }).focus();

    await page.clock.runFor(10_000);
    await toast(bottom).waitFor({ state: 'detached' });
    expect([await toast(top).count(), await toast(middle).count()]).toEqual([1, 1]);
    await page.clock.resume();
    await opened.expectAccessible();
    await holdTime(page);
    await page.mouse.move(10, 400);
    await page.clock.runFor(3000);
    await toast(top).waitFor({ state: 'detached' });
    expect(await toast(middle).count()).toBe(1);
    await page.keyboard.press('Enter');
    await toast(middle).waitFor({ state: 'detached' });
  });

  it('114: the live regions for errors and for successes exist before the first message', async () => {
    await openOrders();
    await page.locator('table[aria-busy="false"]').waitFor();
    const regions = page.locator('body > div > :is([role=alert], [role=status])');
    expect(await regions.evaluateAll((all) => all.map(({ role }) => role))).toEqual(['alert', 'status']);
    const button = page.getByRole('button', { name: 'Language' });
    await button.click();
    // An open menu or dialog hides everything from assistive technology except announcements.
    expect(await regions.evaluateAll((all) => all.some((one) => one.closest('[aria-hidden=true]')))).toBe(false);
    await page.getByRole('menuitem', { name: '中文' }).click();
    await page.getByRole('status').getByText('Switch Language Success').waitFor();
    expect(await page.getByRole('alert').getByText('Switch Language Success').count()).toBe(0);
  });
});

import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openedTabs } from './openedTabs.ts';

describe('the tab bar', () => {
  const tabs = openedTabs();
  const { rows, address, nextStream } = tabs;

  it('76: has a tab for each record', async () => {
    await tabs.bar.go('Collection orders');
    const names: string[] = [];
    for (const index of [1, 2]) {
      const link = rows().nth(index).getByRole('link').first();
      names.push(await link.innerText());
      await link.click();
      await tabs.bar.tab(names.at(-1) ?? '').waitFor();
      await tabs.bar.tab('Collection orders').click();
    }
    await expect.poll(tabs.bar.titles).toEqual(['Dashboard', 'Collection orders', ...names]);
  });

  it('77: has no tab for /login, /404, /401 and /redirect', async () => {
    await tabs.following;
    // The page at /login ends the stream.
    tabs.following = nextStream();
    await tabs.bar.go('Collection orders');
    for (const path of ['/404', '/401', '/redirect/suppliers', '/no/such/page', '/login']) {
      await tabs.bar.visit(path);
      await tabs.page.waitForURL((url) => url.pathname !== path || path.startsWith('/40'));
      await tabs.page.getByRole('heading', { level: 1 }).first().waitFor();
      if (path === '/redirect/suppliers') await tabs.bar.tab('Suppliers').waitFor();
    }
    await tabs.bar.visit('/orderList');
    await expect
      .poll(async () => (await tabs.bar.titles()).toSorted())
      .toEqual(['Collection orders', 'Dashboard', 'Suppliers']);
  });

  it('80: resets a page that was closed or refreshed', async () => {
    await tabs.bar.go('Collection orders');
    await tabs.page.getByRole('searchbox').fill('no such order');
    await tabs.page.waitForURL(/no/);
    await tabs.bar.closeButton('Collection orders').click();
    await tabs.bar.go('Collection orders');
    expect(await tabs.page.getByRole('searchbox').inputValue()).toBe('');
    expect(address()).toBe('/orderList');
  });

  it('92, 93: scrolls the open tab and its neighbours into view, and sideways by a quarter of the wheel, while the page stays', async () => {
    await tabs.page.setViewportSize({ width: 1000, height: 800 });
    const names = [
      'Collection orders',
      'Payout orders',
      'Wallet',
      'Bank cards',
      'Deposit requests',
      'Suppliers',
      'Roles',
    ];
    for (const name of names) await tabs.bar.go(name);
    const strip = tabs.bar.list.locator('..');
    const scroll = () =>
      strip.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => [scrollLeft, scrollWidth - clientWidth]);
    const [, most = 0] = await scroll();
    expect(most).toBeGreaterThan(0);
    await expect.poll(scroll).toEqual([most, most]);
    await tabs.bar.tab('Wallet').click();
    const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x ?? 0;
    const edge = await leftOf(strip);
    await expect.poll(async () => (await leftOf(tabs.bar.tab('Payout orders'))) - edge).toBeGreaterThanOrEqual(4);
    await tabs.bar.go('Dashboard');
    const left = () => strip.evaluate(({ scrollLeft }) => scrollLeft);
    await expect.poll(left).toBe(0);

    // 93
    await tabs.page.setViewportSize({ width: 1000, height: 500 });
    await tabs.bar.tab('Dashboard').hover();
    await tabs.page.mouse.wheel(0, -120);
    await expect.poll(left).toBe(30);
    await tabs.page.mouse.wheel(0, 120);
    await expect.poll(left).toBe(0);
    expect(await tabs.page.evaluate(() => window.scrollY)).toBe(0);
    await tabs.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('97: reopens a page through /redirect, which leaves no history entry', async () => {
    await tabs.bar.go('Collection orders');
    await tabs.page.getByRole('searchbox').fill('C1');
    await tabs.page.waitForURL(/C1/);
    await tabs.bar.go('Suppliers');
    await tabs.bar.visit('/redirect/orderList?perPage=20');
    await tabs.page.waitForURL(/\/orderList\?perPage=20/);
    await expect.poll(() => tabs.page.getByRole('searchbox').inputValue()).toBe('');
    await expect.poll(tabs.bar.titles).toEqual(['Dashboard', 'Collection orders', 'Suppliers']);
    await tabs.page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Collection orders').waitFor();
    await tabs.page.goBack();
    await tabs.page.waitForURL(/\/suppliers/);
  });
});

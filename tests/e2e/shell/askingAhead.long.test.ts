import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

/** Requests for declarations, and for rows and sums of orders, as they are made. */
function asked(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/resources')) addresses.push(pathname);
    else if (pathname === '/prod-api/orders') addresses.push(`rows ${searchParams.get('range')}`);
    else if (pathname === '/prod-api/orders/summary') addresses.push('sums');
    else if (/^\/prod-api\/(orders|payouts)\/[\w-]{36}$/.test(pathname)) addresses.push('record');
    else if (pathname.endsWith('/user/info')) addresses.push('user');
    else if (pathname === '/prod-api/menu-tree') addresses.push('menu');
  });
  return addresses;
}

describe('the console prefetches', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
  });
  afterAll(() => console.close());

  const rows = (page: Page) => page.getByRole('table', { name: 'Collection orders' }).locator('tbody tr');
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('nothing before the sign-in is answered; then all declarations and the user, rows and sums, and the next page', async () => {
    const { page, context, signIn } = await console.open('/login?redirect=%2ForderList', { prefetches: true });
    const addresses = asked(page);
    const signedIn = page.waitForResponse('**/prod-api/login').then(() => addresses.length);
    await signIn();
    await rows(page).nth(9).waitFor();
    await expect.poll(() => addresses.length).toBe(5);
    expect(await signedIn).toBe(0);
    expect(addresses.slice(0, 2).toSorted()).toEqual(['/resources.json', 'user']);
    expect(addresses.slice(2, 4).toSorted()).toEqual(['rows [0,9]', 'sums']);
    expect(addresses[4]).toBe('rows [10,19]');
    await context.close();
  });

  it('the code and the texts of a hand-written page, in the user’s language', async () => {
    const { page, context, trouble } = await console.open('/login', { prefetches: true, locale: 'zh' });
    await page.locator('[name=username]').fill('demo');
    await page.locator('[name=password]').fill(DEMO_PASSWORD);
    console.world.clock.advance(30);
    await page.locator('[name=totp_code]').fill(await console.world.totpCode());
    await page.locator('[type=submit]').click();
    await page.getByRole('heading', { name: '订单分布' }).waitFor();
    expect(trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
    await context.close();
  });

  it('the next page when the browser is idle, so that going there only requests the one after it', async () => {
    const { page, context } = await console.open('/orderList', { as: 'demo', prefetches: true });
    await rows(page).nth(9).waitFor();
    const answered = page.waitForResponse(/prod-api\/orders\?.*20%2C29/);
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
      .toContainEqual(expect.stringContaining('10%2C19'));
    const addresses = asked(page);
    await button(page, 'Next page').click();
    await page.getByText('11–20 of').waitFor();
    await answered;
    expect(addresses).toEqual(['rows [20,29]']);
    await context.close();
  });

  it('a page when the pointer rests on its button', async () => {
    const { page, context } = await console.open('/orderList', { as: 'demo', prefetches: true });
    const answered = page.waitForResponse(/prod-api\/orders\?.*20%2C29/);
    await button(page, 'Page 3').hover();
    await answered;
    const addresses = asked(page);
    await button(page, 'Page 3').click();
    await page.getByText('21–30 of').waitFor();
    expect(addresses.filter((one) => one === 'rows [20,29]')).toEqual([]);
    await context.close();
  });

  it('the record of a row when the pointer rests on it, so that opening it makes no second request', async () => {
    const { page, context } = await console.open('/paymentOrder', { as: 'demo', prefetches: true });
    const row = page.getByRole('table', { name: 'Payout orders' }).locator('tbody tr[data-index]').first();
    await row.waitFor();
    const addresses = asked(page);
    await row.hover();
    await expect.poll(() => addresses).toContain('record');
    await row.getByRole('link').first().click();
    await page.getByText('Updated', { exact: true }).waitFor();
    expect(addresses.filter((one) => one === 'record')).toHaveLength(1);
    await context.close();
  });

  it('no record that its list has loaded completely', async () => {
    const { page, context } = await console.open('/orderList', { as: 'demo', prefetches: true });
    const row = page.getByRole('table', { name: 'Collection orders' }).locator('tbody tr[data-index]').first();
    await row.waitFor();
    const addresses = asked(page);
    await row.getByRole('link').first().click();
    await page.getByText('Updated', { exact: true }).waitFor();
    expect(addresses).not.toContain('record');
    await context.close();
  });

  it('nothing in a browser with data saving on', async () => {
    const { page, context, signIn } = await console.open('/login?redirect=%2ForderList');
    const addresses = asked(page);
    await signIn();
    await rows(page).nth(9).waitFor();
    await button(page, 'Page 3').hover();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.getByRole('button', { name: /^Notifications/ }).hover();
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    expect(scripts).toEqual([]);
    expect(addresses).not.toContain('/resources.json');
    expect(addresses.filter((one) => one.startsWith('rows'))).toEqual(['rows [0,9]']);
    await context.close();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the dashboard', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole();
    opened = await console.open('/dashboard');
    page = opened.page;
    await opened.signIn();
  });
  afterAll(() => console.close());

  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const digits = async (text: Promise<string | null>) => ((await text) ?? '').replaceAll(/\D/g, '');

  it('leads from a figure to the list that counts the same', async () => {
    const month = part('Last 30 days');
    const amount = month.getByRole('link', { name: /Amount, Last 30 days/ });
    const orders = month.getByRole('link', { name: /Orders, Last 30 days/ });
    const [sum, count] = [await digits(amount.textContent()), await digits(orders.textContent())];
    expect(Number(count)).toBeGreaterThan(2);
    await orders.click();
    await page.waitForURL('**/orderList?**');
    await expect.poll(() => page.getByRole('main').innerText()).toContain(`of ${count}`);
    await page.goBack();
    await amount.click();
    await page.waitForURL('**/orderList?**');
    await expect.poll(async () => (await page.getByRole('main').innerText()).replaceAll(/[,.]/g, '')).toContain(sum);
    await page.goBack();
    await amount.waitFor();
  });

  it('shows its trend as a chart and as a table, both by keyboard, and nothing that axe minds', async () => {
    const trend = part('Trend');
    await trend.getByRole('button', { name: 'Daily' }).focus();
    await page.keyboard.press('Enter');
    const drawn = trend.locator('svg[aria-hidden], svg').first();
    await drawn.waitFor();
    await trend.getByRole('button', { name: 'Table' }).focus();
    await page.keyboard.press('Enter');
    const table = trend.getByRole('table');
    expect(await table.getByRole('row').count()).toBe(31);
    const day = table.getByRole('button').first();
    await day.focus();
    await page.keyboard.press('Enter');
    const all = trend.getByRole('link', { name: /^All orders/ });
    const count = await digits(all.textContent());
    await opened.expectAccessibleInBoth();
    await all.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/orderList?**');
    const main = page.getByRole('main');
    await expect.poll(() => main.innerText()).toMatch(count === '0' ? /No |Nothing/ : new RegExp(`of ${count}\\b`));
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});

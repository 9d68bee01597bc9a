import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';

describe('the dashboard', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    console = await openConsole();
    opened = await console.open('/dashboard', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const digits = async (text: Promise<string | null>) => ((await text) ?? '').replaceAll(/\D/g, '');

  const visit = (address: string) => tabBar(page).visit(address);
  const range = (name: string) => part('Period').getByRole('button', { name, exact: true });
  const pressed = async () => part('Period').getByRole('button', { pressed: true }).allInnerTexts();

  it('links a figure to the list with the same count', async () => {
    await range('Last 30 days').click();
    await page.waitForURL('**/dashboard?range=30d');
    // The period of the figures on the page.
    await part('Period')
      .getByText(/–.*, compared with/)
      .waitFor();
    const collected = part('Collected');
    const amount = collected.getByRole('link', { name: /Successful amount/ });
    const orders = collected.getByRole('link', { name: /Orders/ });
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

  it('keeps its range in the URL, names the period that it compares with, and ignores an invalid range', async () => {
    await visit('/dashboard');
    await expect.poll(pressed).toEqual(['Today']);
    const named = part('Period').getByText(/compared with/);
    await expect.poll(() => named.innerText()).toMatch(/^\d+ \w+, compared with \d+ \w+ up to \d\d:\d\d$/);
    await range('Last 7 days').click();
    await expect
      .poll(() => named.innerText())
      .toMatch(/^\d.*–.+, compared with \d.*–.+, up to \d\d:\d\d on the last day$/);
    const shown = await named.innerText();
    await page.reload();
    await expect.poll(pressed).toEqual(['Last 7 days']);
    await expect.poll(() => named.innerText()).toBe(shown);
    await range('Other dates').click();
    const [from, to] = [
      part('Period').getByLabel('From', { exact: true }),
      part('Period').getByLabel('To', { exact: true }),
    ];
    await from.fill('2020-01-05');
    await from.press('Enter');
    await expect.poll(() => to.inputValue()).toBe('2021-01-04');
    await to.fill('2020-01-08');
    await to.press('Enter');
    await page.waitForURL('**/dashboard?from=2020-01-05&to=2020-01-08');
    await expect.poll(() => named.innerText()).toMatch(/^5\s?–\s?8 Jan 2020, compared with 1\s?–\s?4 Jan 2020$/);
    await page.goBack();
    await expect.poll(() => to.inputValue()).toBe('2021-01-04');
    await visit('/dashboard?from=2020-02-30&to=2020-03-01');
    await expect.poll(pressed).toEqual(['Today']);
    await visit('/dashboard?from=2020-01-01&to=2021-01-01');
    await page.getByRole('alert').filter({ hasText: 'Choose at most 366 days' }).waitFor();
    await expect.poll(pressed).toEqual(['Today']);
  });

  it('shows its trend as a chart and as a table, both usable by keyboard and without axe violations', async () => {
    const trend = part('Trend');
    await range('Last 30 days').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard?range=30d');
    await trend.getByRole('group', { name: /by day/ }).waitFor();
    const drawn = trend.locator('svg[aria-hidden], svg').first();
    await drawn.waitFor();
    await trend.getByRole('button', { name: 'Table' }).focus();
    await page.keyboard.press('Enter');
    const table = trend.getByRole('table');
    await expect.poll(() => table.getByRole('row').count()).toBe(31);
    const day = table.getByRole('button').first();
    await day.focus();
    await page.keyboard.press('Enter');
    const all = trend.getByRole('link', { name: /^All orders/ });
    const count = await digits(all.textContent());
    await opened.expectAccessible();
    await all.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/orderList?**');
    const main = page.getByRole('main');
    await expect.poll(() => main.innerText()).toMatch(count === '0' ? /No |Nothing/ : new RegExp(`of ${count}\\b`));
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });

  it('shows operators the business of all merchants by currency, and links to requests, merchants and rates', async () => {
    const operator = await console.open('/dashboard?range=30d', { as: 'operator' });
    const { page: own } = operator;
    const card = (name: string) => own.getByRole('region', { name, exact: true }).first();
    const merchants = card('By merchant').getByRole('table');
    await merchants.waitFor();
    expect(await merchants.getByRole('row').count()).toBeGreaterThan(3);
    const currencies = card('By currency').getByRole('table').getByRole('rowheader');
    expect(await currencies.allInnerTexts()).toEqual(['CNY', 'JPY']);
    const before = await card('Fees earned').innerText();
    await own.getByRole('button', { name: 'JPY', exact: true }).click();
    await expect.poll(() => card('Fees earned').innerText()).toContain('(JPY)');
    expect(await card('Fees earned').innerText()).not.toBe(before);
    await own.getByRole('button', { name: 'CNY', exact: true }).click();
    const withdrawals = card('Fees earned').getByRole('link', { name: /Withdrawals/ });
    const fees = await digits(withdrawals.textContent());
    await withdrawals.click();
    await own.waitForURL('**/withdrawalReviews?**');
    await expect.poll(async () => (await own.getByRole('main').innerText()).replaceAll(/[,.]/g, '')).toContain(fees);
    await own.goBack();
    await merchants
      .getByRole('link', { name: /^Merchant rates/ })
      .first()
      .click();
    await own.waitForURL('**/merchantRates?**tenant_id**');
    await own.goBack();
    await merchants.getByRole('rowheader').first().getByRole('link').first().click();
    await own.waitForURL('**/merchants/*/show');
    expect(operator.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { openedDashboard } from './openedDashboard.ts';

describe('the dashboard', () => {
  const dashboard = openedDashboard();
  const { part, range, digits } = dashboard;

  it('shows its trend as a chart and as a table, both usable by keyboard and without axe violations', async () => {
    const trend = part('Trend');
    await range('Last 30 days').focus();
    await dashboard.page.keyboard.press('Enter');
    await dashboard.page.waitForURL('**/dashboard?range=30d');
    await trend.getByRole('group', { name: /by day/ }).waitFor();
    const drawn = trend.locator('svg[aria-hidden], svg').first();
    await drawn.waitFor();
    await trend.getByRole('button', { name: 'Table' }).focus();
    await dashboard.page.keyboard.press('Enter');
    const table = trend.getByRole('table');
    await expect.poll(() => table.getByRole('row').count()).toBe(31);
    const day = table.getByRole('button').first();
    await day.focus();
    await dashboard.page.keyboard.press('Enter');
    const all = trend.getByRole('link', { name: /^All orders/ });
    const count = await digits(all.textContent());
    await dashboard.opened.expectAccessible();
    await all.focus();
    await dashboard.page.keyboard.press('Enter');
    await dashboard.page.waitForURL('**/orderList?**');
    const main = dashboard.page.getByRole('main');
    await expect.poll(() => main.innerText()).toMatch(count === '0' ? /No |Nothing/ : new RegExp(`of ${count}\\b`));
    expect(dashboard.opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });

  it('shows operators the business of all merchants by currency, and links to requests, merchants and rates', async () => {
    const operator = await dashboard.console.open('/dashboard?range=30d', { as: 'operator' });
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

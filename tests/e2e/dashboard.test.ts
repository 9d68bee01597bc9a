import { describe, expect, it } from 'vitest';
import { tabBar } from '#tests/support/tabBar.ts';
import { openedDashboard } from './openedDashboard.ts';

describe('the dashboard', () => {
  const dashboard = openedDashboard();
  const { part, range, digits } = dashboard;

  const visit = (address: string) => tabBar(dashboard.page).visit(address);

  const pressed = async () => part('Period').getByRole('button', { pressed: true }).allInnerTexts();

  it('links a figure to the list with the same count', async () => {
    await range('Last 30 days').click();
    await dashboard.page.waitForURL('**/dashboard?range=30d');
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
    await dashboard.page.waitForURL('**/orderList?**');
    await expect.poll(() => dashboard.page.getByRole('main').innerText()).toContain(`of ${count}`);
    await dashboard.page.goBack();
    await amount.click();
    await dashboard.page.waitForURL('**/orderList?**');
    await expect
      .poll(async () => (await dashboard.page.getByRole('main').innerText()).replaceAll(/[,.]/g, ''))
      .toContain(sum);
    await dashboard.page.goBack();
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
    await dashboard.page.reload();
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
    await dashboard.page.waitForURL('**/dashboard?from=2020-01-05&to=2020-01-08');
    await expect.poll(() => named.innerText()).toMatch(/^5\s?–\s?8 Jan 2020, compared with 1\s?–\s?4 Jan 2020$/);
    await dashboard.page.goBack();
    await expect.poll(() => to.inputValue()).toBe('2021-01-04');
    await visit('/dashboard?from=2020-02-30&to=2020-03-01');
    await expect.poll(pressed).toEqual(['Today']);
    await visit('/dashboard?from=2020-01-01&to=2021-01-01');
    await dashboard.page.getByRole('alert').filter({ hasText: 'Choose at most 366 days' }).waitFor();
    await expect.poll(pressed).toEqual(['Today']);
  });
});

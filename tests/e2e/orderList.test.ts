import { describe, expect, it } from 'vitest';
import { formatAmount } from '@merchant-console/declaration';
import { tabBar } from '../support/tabBar.ts';
import { openedList } from './openedList.ts';

describe('the order list', () => {
  const list = openedList();

  const table = () => list.page.getByRole('table', { name: 'Collection orders' });

  const shownNumbers = () =>
    table()
      .getByRole('link', { name: /^C\d+$/ })
      .allInnerTexts();

  const settled = async () => {
    await list.page.locator('table[aria-busy="false"]').waitFor();
  };

  const open = async (query: string) => {
    await list.page.goto(`${list.console.origin}/orderList${query}`);
    await settled();
  };

  it('105: shows the newest ten orders with exact amounts, their total and their sums', async () => {
    await settled();
    expect(await shownNumbers()).toEqual(list.rows.slice(0, 10).map(({ order_no }) => order_no));
    const text = await table().innerText();
    for (const { amount } of list.rows.slice(0, 10)) expect(text).toContain(formatAmount(amount, 2));
    await list.page.getByText(`1–10 of ${list.rows.length}`).waitFor();
    const sum = list.rows.reduce((total, { amount }) => total + amount, 0n);
    await list.page.getByText(formatAmount(sum, 2)).first().waitFor();
    await list.opened.expectAccessible();
  });

  it('106, 107: changes page and page size, each with one request for rows, and starts each page at the top', async () => {
    await list.page.getByText(`1–10 of ${list.rows.length}`).waitFor();
    await settled();
    const requests: string[] = [];
    list.page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/prod-api/orders') requests.push(url.searchParams.get('range') ?? '');
    });
    const pagination = list.page.getByRole('navigation', { name: 'Pagination' });
    const scrollY = () => list.page.evaluate(() => window.scrollY);
    await list.page.setViewportSize({ width: 1440, height: 500 });
    await pagination.scrollIntoViewIfNeeded();
    expect(await scrollY()).toBeGreaterThan(0);
    await pagination.getByRole('button', { name: 'Next page' }).click();
    await list.page.getByText(`11–20 of ${list.rows.length}`).waitFor();
    await settled();
    await expect.poll(scrollY).toBe(0);
    expect(await shownNumbers()).toEqual(list.rows.slice(10, 20).map(({ order_no }) => order_no));
    await pagination.getByRole('button', { name: 'Last page' }).click();
    await expect.poll(() => requests.length).toBe(2);
    await settled();
    await pagination.scrollIntoViewIfNeeded();
    await pagination.getByRole('combobox', { name: 'Rows per page' }).click();
    await list.page.getByRole('option', { name: '30' }).click();
    const first = Math.floor((list.rows.length - 1) / 30) * 30;
    await list.page.getByText(`${first + 1}–${list.rows.length} of ${list.rows.length}`).waitFor();
    await expect.poll(() => requests.length).toBe(3);
    await settled();
    await expect.poll(scrollY).toBe(0);
    const last = Math.floor((list.rows.length - 1) / 10) * 10;
    expect(requests).toEqual(['[10,19]', `[${last},${last + 9}]`, `[${first},${first + 29}]`]);
    expect(new URL(list.page.url()).searchParams.get('perPage')).toBe('30');

    // A wide table scrolls within itself.
    await list.page.setViewportSize({ width: 800, height: 500 });
    const top = () => table().evaluate(({ parentElement }) => parentElement?.scrollTop);
    await pagination.getByRole('button', { name: 'Page 1', exact: true }).click();
    await list.page.getByText(`1–30 of ${list.rows.length}`).waitFor();
    await settled();
    await table().evaluate(({ parentElement }) => parentElement?.scrollTo(0, 400));
    expect(await top()).toBe(400);
    await pagination.getByRole('button', { name: 'Next page' }).click();
    await list.page.getByText(`31–60 of ${list.rows.length}`).waitFor();
    await expect.poll(top).toBe(0);
    await list.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows the last page if the URL asks for one beyond it, and ignores invalid parameters', async () => {
    const last = Math.floor((list.rows.length - 1) / 10) * 10;
    await open('?page=999&perPage=10');
    await list.page.getByText(`${last + 1}–${list.rows.length} of ${list.rows.length}`).waitFor();
    await open('?page=-1&perPage=7&sort=fee&order=UP&filter={"fee":"1","merchant_id":"x"}');
    await list.page.getByText(`1–10 of ${list.rows.length}`).waitFor();
  });

  it('filters by status, and keeps the filter in the URL', async () => {
    await list.page.getByRole('tab', { name: 'Failed' }).click();
    const failed = list.rows.filter(({ status }) => status === 'failed');
    await expect.poll(shownNumbers).toEqual(failed.slice(0, 10).map(({ order_no }) => order_no));
    expect(decodeURIComponent(list.page.url())).toContain('"status":["failed"]');
    await list.page.getByRole('tab', { name: 'All', exact: true }).click();
  });

  it('108: finds an order by its number; if nothing is found, says so and offers to clear the filters', async () => {
    const wanted = list.rows[37]?.order_no ?? '';
    const search = list.page.getByRole('searchbox', { name: 'Search' });
    await search.fill(wanted);
    await expect.poll(shownNumbers).toEqual([wanted]);
    await search.fill('no such order');
    await list.page.getByText('Change or clear the filters').waitFor();
    expect(await list.page.getByRole('navigation', { name: 'Pagination' }).count()).toBe(0);
    await list.page.getByRole('button', { name: 'Clear filters' }).last().click();
    await list.page.getByText(`1–10 of ${list.rows.length}`).waitFor();
  });

  it('opens a record and returns to the same list', async () => {
    await list.page.getByRole('button', { name: 'Page 2' }).click();
    const number = list.rows[12]?.order_no ?? '';
    await table().getByRole('link', { name: number }).click();
    await list.page.getByRole('heading', { name: number }).waitFor();
    expect(list.page.url()).toMatch(/\/orderList\/[^/]+\/show/);
    await list.page
      .getByText(formatAmount(list.rows[12]?.amount ?? 0n, 2))
      .first()
      .waitFor();
    await list.page.getByRole('main').getByRole('link', { name: 'Collection orders' }).click();
    await list.page.getByText(`11–20 of ${list.rows.length}`).waitFor();
  });

  it('sorts by amount, and exposes the order to assistive technology', async () => {
    const header = table().getByRole('columnheader', { name: 'Order amount' });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toMatch(/ascending|descending/);
    await settled();
    const descending = (await header.getAttribute('aria-sort')) === 'descending';
    const amounts = list.rows.map(({ amount }) => amount).toSorted((a, b) => (a < b ? -1 : 1));
    const expected = descending ? amounts.at(-1) : amounts[0];
    await table()
      .getByRole('row')
      .nth(1)
      .getByText(formatAmount(expected ?? 0n, 2))
      .first()
      .waitFor();
  });

  it('reports a record that doesn’t exist, also for an unusual ID', async () => {
    const none = list.page.getByText('Record not found').filter({ visible: true });
    for (const id of ['a%2Fb%23c', '00000000-0000-7000-8000-000000000000']) {
      await tabBar(list.page).visit(`/orderList/${id}/show`);
      await none.waitFor();
    }
    await list.opened.expectAccessible();
  });

  it('causes no error, no failed request and no foreign request', () => {
    const { console: messages, failedRequests, foreignRequests } = list.opened.trouble;
    // The missing records were requested.
    const unexpected = messages.filter((text) => !text.includes('404 (Not Found)'));
    expect([unexpected, failedRequests, foreignRequests]).toEqual([[], [], []]);
  });
});

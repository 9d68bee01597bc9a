import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAmount } from '@merchant-console/declaration';
import { silentLog } from '#server/db/dbLog.ts';
import { notifying } from '#server/gateway/notifying/notifying.ts';
import { startMerchantServer } from '../support/merchantServer.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';
import { tabBar } from '../support/tabBar.ts';

/** Status of a cell in the list and in the database. */
interface Row {
  order_no: string;
  status: string;
  amount: bigint;
}

describe('the order list', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let rows: Row[];

  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
    rows = await console.world.db.kysely
      .selectFrom('orders as o')
      .innerJoin('merchants as m', 'm.merchant_id', 'o.merchant_id')
      .where('m.merchant_no', '=', 'M100001')
      .orderBy('o.created_at', 'desc')
      .orderBy('o.id', 'desc')
      .select(['o.order_no', 'o.status', 'o.amount'])
      .execute();
  });
  afterAll(() => console.close());

  const table = () => page.getByRole('table', { name: 'Collection orders' });
  const shownNumbers = () =>
    table()
      .getByRole('link', { name: /^C\d+$/ })
      .allInnerTexts();
  const settled = async () => {
    await page.locator('table[aria-busy="false"]').waitFor();
  };
  const open = async (query: string) => {
    await page.goto(`${console.origin}/orderList${query}`);
    await settled();
  };

  it('105: shows the newest ten orders with exact amounts, their total and their sums', async () => {
    await settled();
    expect(await shownNumbers()).toEqual(rows.slice(0, 10).map(({ order_no }) => order_no));
    const text = await table().innerText();
    for (const { amount } of rows.slice(0, 10)) expect(text).toContain(formatAmount(amount, 2));
    await page.getByText(`1–10 of ${rows.length}`).waitFor();
    const sum = rows.reduce((total, { amount }) => total + amount, 0n);
    await page.getByText(formatAmount(sum, 2)).first().waitFor();
    await opened.expectAccessible();
  });

  it('106, 107: changes page and page size, each with one request for rows, and starts each page at the top', async () => {
    await page.getByText(`1–10 of ${rows.length}`).waitFor();
    await settled();
    const requests: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/prod-api/orders') requests.push(url.searchParams.get('range') ?? '');
    });
    const pagination = page.getByRole('navigation', { name: 'Pagination' });
    const scrollY = () => page.evaluate(() => window.scrollY);
    await page.setViewportSize({ width: 1440, height: 500 });
    await pagination.scrollIntoViewIfNeeded();
    expect(await scrollY()).toBeGreaterThan(0);
    await pagination.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(`11–20 of ${rows.length}`).waitFor();
    await settled();
    await expect.poll(scrollY).toBe(0);
    expect(await shownNumbers()).toEqual(rows.slice(10, 20).map(({ order_no }) => order_no));
    await pagination.getByRole('button', { name: 'Last page' }).click();
    await expect.poll(() => requests.length).toBe(2);
    await settled();
    await pagination.scrollIntoViewIfNeeded();
    await pagination.getByRole('combobox', { name: 'Rows per page' }).click();
    await page.getByRole('option', { name: '30' }).click();
    const first = Math.floor((rows.length - 1) / 30) * 30;
    await page.getByText(`${first + 1}–${rows.length} of ${rows.length}`).waitFor();
    await expect.poll(() => requests.length).toBe(3);
    await settled();
    await expect.poll(scrollY).toBe(0);
    const last = Math.floor((rows.length - 1) / 10) * 10;
    expect(requests).toEqual(['[10,19]', `[${last},${last + 9}]`, `[${first},${first + 29}]`]);
    expect(new URL(page.url()).searchParams.get('perPage')).toBe('30');

    // A wide table scrolls within itself.
    await page.setViewportSize({ width: 800, height: 500 });
    const top = () => table().evaluate(({ parentElement }) => parentElement?.scrollTop);
    await pagination.getByRole('button', { name: 'Page 1', exact: true }).click();
    await page.getByText(`1–30 of ${rows.length}`).waitFor();
    await settled();
    await table().evaluate(({ parentElement }) => parentElement?.scrollTo(0, 400));
    expect(await top()).toBe(400);
    await pagination.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(`31–60 of ${rows.length}`).waitFor();
    await expect.poll(top).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows the last page if the URL asks for one beyond it, and ignores invalid parameters', async () => {
    const last = Math.floor((rows.length - 1) / 10) * 10;
    await open('?page=999&perPage=10');
    await page.getByText(`${last + 1}–${rows.length} of ${rows.length}`).waitFor();
    await open('?page=-1&perPage=7&sort=fee&order=UP&filter={"fee":"1","merchant_id":"x"}');
    await page.getByText(`1–10 of ${rows.length}`).waitFor();
  });

  it('filters by status, and keeps the filter in the URL', async () => {
    await page.getByRole('tab', { name: 'Failed' }).click();
    const failed = rows.filter(({ status }) => status === 'failed');
    await expect.poll(shownNumbers).toEqual(failed.slice(0, 10).map(({ order_no }) => order_no));
    expect(decodeURIComponent(page.url())).toContain('"status":["failed"]');
    await page.getByRole('tab', { name: 'All', exact: true }).click();
  });

  it('108: finds an order by its number; if nothing is found, says so and offers to clear the filters', async () => {
    const wanted = rows[37]?.order_no ?? '';
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill(wanted);
    await expect.poll(shownNumbers).toEqual([wanted]);
    await search.fill('no such order');
    await page.getByText('Change or clear the filters').waitFor();
    expect(await page.getByRole('navigation', { name: 'Pagination' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByText(`1–10 of ${rows.length}`).waitFor();
  });

  it('opens a record and returns to the same list', async () => {
    await page.getByRole('button', { name: 'Page 2' }).click();
    const number = rows[12]?.order_no ?? '';
    await table().getByRole('link', { name: number }).click();
    await page.getByRole('heading', { name: number }).waitFor();
    expect(page.url()).toMatch(/\/orderList\/[^/]+\/show/);
    await page
      .getByText(formatAmount(rows[12]?.amount ?? 0n, 2))
      .first()
      .waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Collection orders' }).click();
    await page.getByText(`11–20 of ${rows.length}`).waitFor();
  });

  it('sorts by amount, and exposes the order to assistive technology', async () => {
    const header = table().getByRole('columnheader', { name: 'Order amount' });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toMatch(/ascending|descending/);
    await settled();
    const descending = (await header.getAttribute('aria-sort')) === 'descending';
    const amounts = rows.map(({ amount }) => amount).toSorted((a, b) => (a < b ? -1 : 1));
    const expected = descending ? amounts.at(-1) : amounts[0];
    await table()
      .getByRole('row')
      .nth(1)
      .getByText(formatAmount(expected ?? 0n, 2))
      .first()
      .waitFor();
  });

  it('reports a record that doesn’t exist, also for an unusual ID', async () => {
    const none = page.getByText('Record not found').filter({ visible: true });
    for (const id of ['a%2Fb%23c', '00000000-0000-7000-8000-000000000000']) {
      await tabBar(page).visit(`/orderList/${id}/show`);
      await none.waitFor();
    }
    await opened.expectAccessible();
  });

  it('causes no error, no failed request and no foreign request', () => {
    const { console: messages, failedRequests, foreignRequests } = opened.trouble;
    // The missing records were requested.
    const unexpected = messages.filter((text) => !text.includes('404 (Not Found)'));
    expect([unexpected, failedRequests, foreignRequests]).toEqual([[], [], []]);
  });

  it('shows how a result was posted to the merchant’s server, and sends it again', async () => {
    const shop = await startMerchantServer();
    const { db } = console.world;
    const of = { no: rows.find(({ status }) => status === 'success')?.order_no ?? '' };
    const { id } = await db.kysely
      .updateTable('orders')
      .set({ notify_url: shop.url, notify_status: 'delivered' })
      .where('order_no', '=', of.no)
      .returning('id')
      .executeTakeFirstOrThrow();
    // The demo has posted some results already.
    await db.kysely.deleteFrom('notify_attempts').where('record_id', '=', id).execute();
    const notifier = notifying({ ...console.world, log: silentLog, privateNotifyUrls: true });
    await tabBar(page).visit(`/orderList/${id}/show`);
    const group = page.getByRole('region', { name: 'Notification' });
    await group.getByText('Attempts are kept for 90 days.').waitFor();
    shop.answer((response) => response.writeHead(503, { 'x-shop': 'closed' }).end('later'));
    await page.getByRole('button', { name: 'Resend notification' }).click();
    await group.getByText('Sending…').waitFor();
    await notifier.step();
    const attempt = group.getByRole('button', { name: /HTTP 503 response/ });
    await attempt.click();
    const response = group.getByRole('group', { name: 'Response' });
    expect(await response.innerText()).toMatch(/HTTP 503[^]*x-shop: closed[^]*later/);
    expect(await group.getByRole('group', { name: 'Request' }).innerText()).toContain(`"order_no": "${of.no}"`);
    await opened.expectAccessible();
    await shop.close();
  });
});

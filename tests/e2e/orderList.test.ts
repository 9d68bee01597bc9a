import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAmount } from '#shared/money/amount.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { notifying } from '#server/gateway/notifying/notifying.ts';
import { startMerchantServer } from '../support/merchantServer.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

/** Status of a cell, and what the database says of it. */
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

  it('105: shows the newest ten with exact amounts, their total and their sums', async () => {
    await settled();
    expect(await shownNumbers()).toEqual(rows.slice(0, 10).map(({ order_no }) => order_no));
    const text = await table().innerText();
    for (const { amount } of rows.slice(0, 10)) expect(text).toContain(formatAmount(amount, 2));
    await page.getByText(`1–10 of ${rows.length}`).waitFor();
    const sum = rows.reduce((total, { amount }) => total + amount, 0n);
    await page.getByText(formatAmount(sum, 2)).first().waitFor();
    await opened.expectAccessible();
  });

  it('106, 107: turns pages and changes their size, each with one request for rows', async () => {
    await open('');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (/\/prod-api\/orders\?/.test(request.url())) requests.push(request.url());
    });
    const pagination = page.getByRole('navigation', { name: 'Pagination' });
    await pagination.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(`11–20 of ${rows.length}`).waitFor();
    await settled();
    expect(await shownNumbers()).toEqual(rows.slice(10, 20).map(({ order_no }) => order_no));
    await pagination.getByRole('button', { name: 'Last page' }).click();
    await expect.poll(() => requests.length).toBe(2);
    await settled();
    await pagination.getByRole('combobox', { name: 'Rows per page' }).click();
    await page.getByRole('option', { name: '30' }).click();
    const last = Math.ceil(rows.length / 30);
    await page.getByText(`${(last - 1) * 30 + 1}–${rows.length} of ${rows.length}`).waitFor();
    await expect.poll(() => requests.length).toBe(3);
    await settled();
    expect(requests).toHaveLength(3);
    expect(new URL(page.url()).searchParams.get('perPage')).toBe('30');
  });

  it('shows the last page there is when the address asks for one past it', async () => {
    await open('?page=999&perPage=10');
    const last = Math.ceil(rows.length / 10);
    await page.getByText(`${(last - 1) * 10 + 1}–${rows.length} of ${rows.length}`).waitFor();
  });

  it('narrows by status, and says so in the address', async () => {
    await open('');
    await page.getByRole('tab', { name: 'Failed' }).click();
    const failed = rows.filter(({ status }) => status === 'failed');
    await settled();
    await expect.poll(shownNumbers).toEqual(failed.slice(0, 10).map(({ order_no }) => order_no));
    expect(decodeURIComponent(page.url())).toContain('"status":["failed"]');
    await page.reload();
    await settled();
    expect(await shownNumbers()).toEqual(failed.slice(0, 10).map(({ order_no }) => order_no));
    await opened.expectAccessible();
  });

  it('finds an order by its number', async () => {
    await open('');
    const wanted = rows[37]?.order_no ?? '';
    await page.getByRole('searchbox', { name: 'Search' }).fill(wanted);
    await expect.poll(shownNumbers).toEqual([wanted]);
  });

  it('108: says that nothing was found and offers to clear the filters', async () => {
    await open('');
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such order');
    await page.getByText('Change or clear the filters').waitFor();
    expect(await page.getByRole('navigation', { name: 'Pagination' }).count()).toBe(0);
    await opened.expectAccessible();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByText(`1–10 of ${rows.length}`).waitFor();
  });

  it('sorts by amount, and tells assistive technology', async () => {
    await open('');
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

  it('opens a record, and comes back to the same list', async () => {
    await open('?page=2&perPage=10');
    const number = rows[12]?.order_no ?? '';
    await table().getByRole('link', { name: number }).click();
    await page.getByRole('heading', { name: number }).waitFor();
    expect(page.url()).toMatch(/\/orderList\/[^/]+\/show/);
    await page
      .getByText(formatAmount(rows[12]?.amount ?? 0n, 2))
      .first()
      .waitFor();
    await opened.expectAccessible();
    await page.getByRole('main').getByRole('link', { name: 'Collection orders' }).click();
    await page.getByText(`11–20 of ${rows.length}`).waitFor();
  });

  it.each(['/orderList/abc/show', '/orderList/a%2Fb%23c/show', '/orderList/00000000-0000-7000-8000-000000000000/show'])(
    'says that there is no record at %s',
    async (address) => {
      await page.goto(console.origin + address);
      await page.getByText('Record not found').waitFor();
      await opened.expectAccessible();
    },
  );

  it.each([
    '?filter={broken',
    '?filter={"fee":"1","merchant_id":"x"}',
    '?page=-1&perPage=7',
    '?sort=fee&order=UP',
    '?filter=[1]',
  ])('makes nothing of garbage in the address: %s', async (query) => {
    await open(query);
    await page.getByText(`1–10 of ${rows.length}`).waitFor();
  });

  it('says so when the server is gone, keeps the filters, and tries again', async () => {
    await page.route('**/prod-api/orders?**', (route) => route.abort());
    await page.goto(`${console.origin}/orderList`);
    await page.getByText('Couldn’t load the list').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).waitFor();
    await opened.expectAccessible();
    await page.unroute('**/prod-api/orders?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(`1–10 of ${rows.length}`).waitFor();
  });

  it('shows yen without decimals', async () => {
    const other = await console.open('/orderList', { as: 'tokyo' });
    await other.page.locator('table[aria-busy="false"]').waitFor();
    const newest = await console.world.db.kysely
      .selectFrom('orders as o')
      .innerJoin('merchants as m', 'm.merchant_id', 'o.merchant_id')
      .where('m.merchant_no', '=', 'M100002')
      .orderBy('o.created_at', 'desc')
      .select('o.amount')
      .executeTakeFirstOrThrow();
    const cells = await other.page.getByRole('row').nth(1).innerText();
    expect(cells).toContain(formatAmount(newest.amount, 0));
    expect(cells).not.toContain(`${formatAmount(newest.amount, 0)}.`);
    await other.context.close();
  });

  it.each(['light', 'dark'] as const)('is accessible and fits on a phone (%s)', async (colorScheme) => {
    const phone = await console.open('/orderList', { as: 'demo', viewport: { width: 390, height: 844 }, colorScheme });
    await phone.page.locator('table[aria-busy="false"]').waitFor();
    await phone.expectAccessible();
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await phone.context.close();
  });

  it('leaves no error, no failed and no foreign request behind', () => {
    const { console: messages, failedRequests, foreignRequests } = opened.trouble;
    // The aborted requests and the records that do not exist were asked for.
    const unexpected = messages.filter((text) => !/ERR_FAILED|404 \(Not Found\)/.test(text));
    expect([unexpected, failedRequests.filter((text) => !text.includes('ERR_FAILED')), foreignRequests]).toEqual([
      [],
      [],
      [],
    ]);
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
    await page.goto(`${console.origin}/orderList/${id}/show`);
    const group = page.getByRole('region', { name: 'Notification' });
    await group.getByText('No notifications sent yet.').waitFor();
    shop.answer((response) => response.writeHead(503, { 'x-shop': 'closed' }).end('later'));
    await page.getByRole('button', { name: 'Resend notification' }).click();
    await group.getByText('Sending…').waitFor();
    await notifier.step();
    const attempt = group.getByRole('button', { name: /HTTP 503 response/ });
    await attempt.click();
    const response = group.getByRole('group', { name: 'Response' });
    expect(await response.innerText()).toMatch(/HTTP 503[^]*x-shop: closed[^]*later/);
    expect(await group.getByRole('group', { name: 'Request' }).innerText()).toContain(`"order_no": "${of.no}"`);
    await opened.expectAccessibleInBoth();
    await shop.close();
  });
});

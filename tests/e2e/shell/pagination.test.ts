import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('the pages of a list', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let total: number;
  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
    opened = await console.open('/orderList', { as: 'demo', viewport: { width: 1440, height: 500 } });
    page = opened.page;
    const { count } = await console.world.db.kysely
      .selectFrom('orders as o')
      .innerJoin('merchants as m', 'm.merchant_id', 'o.merchant_id')
      .where('m.merchant_no', '=', 'M100001')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    total = Number(count);
  });
  afterAll(() => console.close());

  const pagination = () => page.getByRole('navigation', { name: 'Pagination' });
  const rows = () => page.getByRole('table', { name: 'Collection orders' }).locator('tbody tr');
  const range = (from: number, to: number) => page.getByText(`${from}–${to} of ${total}`);
  async function open(query = ''): Promise<string[]> {
    await page.goto(`${console.origin}/orderList${query}`);
    await page.locator('table[aria-busy="false"]').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/prod-api/orders') asked.push(url.searchParams.get('range') ?? '');
    });
    return asked;
  }
  async function chooseSize(size: number): Promise<void> {
    await pagination().getByRole('combobox', { name: 'Rows per page' }).click();
    await page.getByRole('option', { name: String(size), exact: true }).click();
  }

  it('105: begin with ten rows, and may have 20 or 30', async () => {
    await open();
    await range(1, 10).waitFor();
    expect(await rows().count()).toBe(10);
    await pagination().getByRole('button', { name: 'Page 1', exact: true }).waitFor();
    await pagination().getByRole('combobox', { name: 'Rows per page' }).click();
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['10', '20', '30']);
    await opened.expectAccessible();
    await page.getByRole('option', { name: '20' }).click();
    await range(1, 20).waitFor();
    await expect.poll(() => rows().count()).toBe(20);
  });

  it('106: are fetched with one request each, and begin at their top', async () => {
    const asked = await open('?perPage=30');
    const scrollY = () => page.evaluate(() => window.scrollY);
    for (const [act, from, to] of [
      [() => pagination().getByRole('button', { name: 'Next page' }).click(), 31, 60],
      [() => chooseSize(20), 21, 40],
    ] as const) {
      await pagination().scrollIntoViewIfNeeded();
      expect(await scrollY()).toBeGreaterThan(0);
      await act();
      await range(from, to).waitFor();
      await expect.poll(scrollY).toBe(0);
    }
    expect(asked).toEqual(['[30,59]', '[20,39]']);
  });

  it('106: begin at their top in a table that is too wide and scrolls by itself', async () => {
    await page.setViewportSize({ width: 800, height: 500 });
    await open('?perPage=30');
    const top = () => page.getByRole('table').evaluate((table) => table.parentElement?.scrollTop);
    await page.getByRole('table').evaluate((table) => table.parentElement?.scrollTo(0, 400));
    expect(await top()).toBe(400);
    await pagination().getByRole('button', { name: 'Next page' }).click();
    await range(31, 60).waitFor();
    expect(await top()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 500 });
  });

  it('107: lead to the last page there is when a size leaves no other, with one request', async () => {
    const last = Math.ceil(total / 10);
    const asked = await open(`?page=${last}&perPage=10`);
    await chooseSize(30);
    const first = Math.floor((total - 1) / 30) * 30;
    // The words below the table may come before the rows are asked for.
    await expect.poll(() => asked).not.toEqual([]);
    await range(first + 1, total).waitFor();
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(asked).toEqual([`[${first},${first + 29}]`]);
  });

  it('108: have no way to others when there are no rows', async () => {
    await open();
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such order');
    await page.getByText('Change or clear the filters').waitFor();
    expect(await pagination().count()).toBe(0);
  });
});

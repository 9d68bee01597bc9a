import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const SEARCH = '**/prod-api/record-search?*';

describe('the palette', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;
  let orders: { id: string; order_no: string; merchant_order_no: string }[];

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
    const { login_token: token } = await console.world.signIn('viewer');
    const answer = await console.world.call({ url: '/prod-api/orders', token });
    orders = answer.json<{ data: typeof orders }>().data;
    await page.getByRole('table').waitFor();
  });
  afterAll(() => console.close());

  const dialog = () => page.getByRole('dialog', { name: 'Find a page or record' });
  const field = () => dialog().getByRole('combobox');
  const group = (name: string) => dialog().getByRole('group', { name });
  const order = (at: number) => orders[at] ?? { id: '', order_no: '', merchant_order_no: '' };

  async function openPalette(): Promise<void> {
    await page.keyboard.press('Control+k');
    await field().waitFor();
  }

  async function close(): Promise<void> {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  }

  async function showOrder(at: number): Promise<void> {
    await openPalette();
    await field().fill(order(at).order_no);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: order(at).order_no }).waitFor();
  }

  it('opens from within an input and returns the focus to it', async () => {
    const box = page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/Search by/))
      .first();
    await box.focus();
    await openPalette();
    expect(await field().evaluate((input) => input === document.activeElement)).toBe(true);
    await dialog().getByText('paste an order, payout or other record number').waitFor();
    await opened.expectAccessible();
    await close();
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true);
    await openPalette();
    await page.keyboard.press('Control+k');
    await dialog().waitFor({ state: 'detached' });
  });

  it('opens a page by keyboard', async () => {
    await openPalette();
    await page.keyboard.type('payout orders');
    await group('Pages').getByRole('option', { name: 'Orders > Payout orders', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/paymentOrder');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('table').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('main'));
  });

  it('finds a record by any of its numbers, and opens it at its place in the menu', async () => {
    await openPalette();
    await field().fill(order(3).merchant_order_no);
    const found = group('Records')
      .getByRole('option')
      .filter({ hasText: order(3).order_no });
    await found.getByText(`Collection orders · ${order(3).merchant_order_no}`).waitFor();
    await opened.expectAccessible();
    await found.click();
    await page.waitForURL(`**/orderList/${order(3).id}/show`);
    await page.getByRole('heading', { name: order(3).order_no }).waitFor();
  });

  it('opens the record of a pasted number if Enter is pressed before the response', async () => {
    await openPalette();
    await field().fill(` ${order(5).order_no} `);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/orderList/${order(5).id}/show`);
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: order(5).order_no }).waitFor();
  });

  it('offers recently opened records, newest first, without duplicates', async () => {
    await showOrder(3);
    await openPalette();
    const recent = async () =>
      (await group('Recent').getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]);
    await expect.poll(recent).toEqual([order(3).order_no, order(5).order_no]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/orderList/${order(5).id}/show`);
  });

  it('requests a search only for numbers, once typing has paused', async () => {
    const asked: string[] = [];
    const onRequest = (request: { url(): string }) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/record-search')) asked.push(url.searchParams.get('q') ?? '');
    };
    page.on('request', onRequest);
    await openPalette();
    await page.keyboard.type('collection');
    await group('Pages').waitFor();
    await field().fill('');
    // In one task, because on a busy machine there would be pauses between the keys.
    const keys = JSON.stringify(order(1).order_no);
    await page.evaluate(`for (const key of ${keys}) document.execCommand('insertText', false, key)`);
    await group('Records').waitFor();
    page.off('request', onRequest);
    expect(asked).toEqual([order(1).order_no]);
    await close();
  });

  it('shows no results for a number that is no longer in the field', async () => {
    await openPalette();
    await field().fill(order(1).order_no);
    await group('Records').waitFor();
    await field().press('End');
    await page.keyboard.type('9');
    expect(await group('Records').count()).toBe(0);
    await dialog().getByText('No matches').waitFor();
    await close();
  });

  it('does not open over a dialog', async () => {
    await page.goto(`${console.origin}/orderList`);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const other = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await other.waitFor();
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await other.waitFor({ state: 'detached' });
  });

  it('reports nothing if the server has no such search, and requests it only once', async () => {
    let asked = 0;
    await page.route(SEARCH, (route) => {
      asked += 1;
      return route.fulfill({ status: 404, json: { code: 404, msg: 'There is no such thing', data: null } });
    });
    await page.goto(`${console.origin}/orderList`);
    await page.getByRole('table').waitFor();
    for (const { order_no } of orders.slice(0, 2)) {
      await openPalette();
      await field().fill(order_no);
      await dialog().getByText('No matches').waitFor();
      await close();
    }
    expect(asked).toBe(1);
    expect(await page.getByRole('alert').allInnerTexts()).toEqual(['']);
    await page.unroute(SEARCH);
    opened.trouble.console = opened.trouble.console.filter((text) => !text.includes('404'));
  });

  it('finds no records of other merchants', async () => {
    const other = await console.open('/dashboard', { as: 'tokyo' });
    await other.page.getByRole('button', { name: 'Account' }).waitFor();
    await other.page.keyboard.press('Control+k');
    await other.page.getByRole('dialog').getByRole('combobox').fill(order(0).order_no);
    await other.page.getByText('No matches').waitFor();
    await other.context.close();
  });

  it('is behind the magnifier on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await page.goto(`${console.origin}/orderList`);
    await page.getByRole('button', { name: 'Find a page or record' }).click();
    await field().fill(order(2).order_no);
    await group('Records').waitFor();
    await opened.expectAccessible();
    const box = await dialog().boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    await close();
  });

  it('causes no errors', () => {
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});

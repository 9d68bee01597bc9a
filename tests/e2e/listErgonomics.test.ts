import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

describe('list features around the rows', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 300 });
    opened = await console.open('/orderList', { as: 'demo' });
    page = opened.page;
    await settled();
  });
  afterAll(() => console.close());

  const settled = () => page.locator('table[aria-busy="false"]').waitFor();
  const open = async (query = '') => {
    await page.goto(`${console.origin}/orderList${query}`);
    await settled();
  };
  const headers = () => page.getByRole('columnheader').allInnerTexts();

  it('keep the user’s column selection after a reload', async () => {
    await page.getByRole('button', { name: /^View:/ }).click();
    await page.getByRole('menuitem', { name: 'Columns…' }).click();
    await page.getByRole('checkbox', { name: 'Net amount' }).uncheck();
    // Skips the hidden column, then the fee.
    await page.getByRole('button', { name: 'Move up: Status' }).click();
    await page.getByRole('button', { name: 'Move up: Status' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await settled();
    const names = (await headers()).join();
    expect(names).not.toContain('Net amount');
    expect(names.indexOf('Status')).toBeLessThan(names.indexOf('Fee'));
    await page.getByRole('button', { name: /^View:/ }).click();
    await page.getByRole('menuitem', { name: 'Columns…' }).click();
    await page.getByRole('button', { name: 'Reset columns' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await headers()).join()).toContain('Net amount');
  });

  it('open a saved view by its URL in another browser', async () => {
    await page.getByRole('tab', { name: 'Failed' }).click();
    await page.getByRole('button', { name: /^View:/ }).click();
    await page.getByRole('menuitem', { name: /^Save as new view/ }).click();
    await page.getByLabel('View name').fill('Failures');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'View: Failures', exact: true }).waitFor();
    await settled();
    const rows = await page.locator('tbody tr').allInnerTexts();
    const address = new URL(page.url());

    const other = await console.open(address.pathname + address.search, { as: 'checker' });
    await other.page.locator('table[aria-busy="false"]').waitFor();
    const same = await other.page.locator('tbody tr').allInnerTexts();
    const numberOf = (text: string) => /C\d+/.exec(text)?.[0];
    expect(same.map(numberOf)).toEqual(rows.map(numberOf));
    await other.page.getByRole('button', { name: 'View: Filtered records' }).waitFor();
    await other.context.close();
  });

  it('keep header and name visible in a table that is wider than its space', async () => {
    await page.setViewportSize({ width: 1024, height: 600 });
    const wide = 'order_no,merchant_order_no,channel_id,amount,fee,arrival_amount,status,created_at,subject,updated_at';
    await open(`?perPage=30&columns=${wide}`);
    const frame = page.locator('table').locator('..');
    await frame.evaluate((element) => element.scrollTo(400, 300));
    const [header, name, whole] = await Promise.all(
      [page.locator('thead th').first(), page.locator('tbody td[data-slot=title]').nth(12), frame].map((place) =>
        place.boundingBox(),
      ),
    );
    expect(Math.round((header?.y ?? 0) - (whole?.y ?? 0))).toBe(0);
    expect((name?.x ?? 0) - (whole?.x ?? 0)).toBeLessThan(120);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('export the displayed rows as a file', async () => {
    await open(`?filter=${encodeURIComponent('{"status":["failed"]}')}&columns=order_no,amount`);
    const rows = page.getByText(/^1–\d+ of /);
    const total = Number(/of (\d+)/.exec(await rows.innerText())?.[1]);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog', { name: 'Export' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\d{4}-\d{2}-\d{2}.*\.csv$/);
    const text = await readFile((await download.path()) ?? '', 'utf8');
    expect(text.match(/C\d{10,}/g)).toHaveLength(total);
  });

  it('select rows on a phone after "Select" is pressed, and show how many', async () => {
    const phone = await console.open('/orderList', {
      as: 'demo',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await phone.page.locator('table[aria-busy="false"]').waitFor();
    await phone.page.getByRole('button', { name: 'Select', exact: true }).click();
    await phone.page.locator('tbody tr').nth(0).tap();
    await phone.page.locator('tbody tr').nth(2).tap();
    await phone.page.getByText('2 selected').waitFor();
    expect(phone.page.url()).not.toContain('/show');
    await phone.expectAccessible();
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await phone.context.close();
  });

  it('cause no error, no failed request and no foreign request', () => {
    expect(opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { openedOrderList } from './openedOrderList.ts';

describe('list features around the rows', () => {
  const list = openedOrderList();
  const { settled, open } = list;

  it('open a saved view by its URL in another browser', async () => {
    await list.page.getByRole('tab', { name: 'Failed' }).click();
    await list.page.getByRole('button', { name: /^View:/ }).click();
    await list.page.getByRole('menuitem', { name: /^Save as new view/ }).click();
    await list.page.getByLabel('View name').fill('Failures');
    await list.page.getByRole('button', { name: 'Save' }).click();
    await list.page.getByRole('button', { name: 'View: Failures', exact: true }).waitFor();
    await settled();
    const rows = await list.page.locator('tbody tr').allInnerTexts();
    const address = new URL(list.page.url());

    const other = await list.console.open(address.pathname + address.search, { as: 'checker' });
    await other.page.locator('table[aria-busy="false"]').waitFor();
    const same = await other.page.locator('tbody tr').allInnerTexts();
    const numberOf = (text: string) => /C\d+/.exec(text)?.[0];
    expect(same.map(numberOf)).toEqual(rows.map(numberOf));
    await other.page.getByRole('button', { name: 'View: Filtered records' }).waitFor();
    await other.context.close();
  });

  it('keep header and name visible in a table that is wider than its space', async () => {
    await list.page.setViewportSize({ width: 1024, height: 600 });
    const wide = 'order_no,merchant_order_no,channel_id,amount,fee,arrival_amount,status,created_at,subject,updated_at';
    await open(`?perPage=30&columns=${wide}`);
    const frame = list.page.locator('table').locator('..');
    await frame.evaluate((element) => element.scrollTo(400, 300));
    const [header, name, whole] = await Promise.all(
      [list.page.locator('thead th').first(), list.page.locator('tbody td[data-slot=title]').nth(12), frame].map(
        (place) => place.boundingBox(),
      ),
    );
    expect(Math.round((header?.y ?? 0) - (whole?.y ?? 0))).toBe(0);
    expect((name?.x ?? 0) - (whole?.x ?? 0)).toBeLessThan(120);
    await list.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('select rows on a phone after "Select" is pressed, and show how many', async () => {
    const phone = await list.console.open('/orderList', {
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
    expect(list.opened.trouble).toEqual({ console: [], failedRequests: [], foreignRequests: [] });
  });
});

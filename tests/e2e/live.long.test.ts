import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tabBar } from '../support/tabBar.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '../support/openedConsole.ts';

describe('an open console', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/login?redirect=%2ForderList');
    ({ page } = opened);
    const isListening = page.waitForResponse((response) => response.url().includes('/prod-api/events'));
    await opened.signIn();
    await isListening;
    await page.locator('table[aria-busy="false"]').waitFor();
  });
  afterAll(() => console.close());

  const rows = () => page.getByRole('table', { name: 'Collection orders' }).getByRole('row');
  const numbers = () => rows().locator('a[href^="/orderList/"]').allInnerTexts();

  /** Inserts a copy of the newest order with another number, created now. */
  async function addOrder(number: string): Promise<void> {
    await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', ${randomUUID()}::text,
        'order_no', ${number}::text, 'merchant_order_no', ${number}::text,
        'created_at', o.created_at + interval '1 second'))).*
      from orders o join merchants m using (merchant_id) where m.merchant_no = 'M100001'
      order by o.created_at desc limit 1`.execute(console.world.db.kysely);
  }

  it('counts new orders above the rows, and leaves the rows in place until the user loads the new ones', async () => {
    const before = await numbers();
    const place = await rows().nth(1).boundingBox();
    await rows().nth(3).getByRole('checkbox').check();
    await addOrder('C-NEW-1');
    const bar = page.getByRole('button', { name: 'Show 1 new' });
    await bar.waitFor();
    expect(await numbers()).toEqual(before);
    expect(await rows().nth(1).boundingBox()).toEqual(place);
    await addOrder('C-NEW-2');
    await page.getByRole('button', { name: 'Show 2 new' }).waitFor();
    await opened.expectAccessible();

    await page.getByRole('button', { name: 'Show 2 new' }).click();
    await page.getByRole('link', { name: 'C-NEW-2' }).waitFor();
    expect(await numbers()).toEqual(['C-NEW-2', 'C-NEW-1', ...before.slice(0, 8)]);
    await bar.waitFor({ state: 'hidden' });
    // The order that was selected has moved down by two.
    expect(await rows().nth(5).getByRole('checkbox').isChecked()).toBe(true);
  });

  it('shows the new status of an order in its row, and announces it at the bell at once', async () => {
    const { order_no: number } = await console.world.db.kysely
      .selectFrom('orders as o')
      .innerJoin('merchants as m', 'm.merchant_id', 'o.merchant_id')
      .where('m.merchant_no', '=', 'M100001')
      .orderBy('o.created_at', 'desc')
      .select('o.order_no')
      .executeTakeFirstOrThrow();
    await sql`update orders set merchant_order_no = 'A new name' where order_no = ${number}`.execute(
      console.world.db.kysely,
    );
    await rows().filter({ hasText: number }).getByText('A new name').waitFor();

    await sql`insert into notifications (merchant_id, user_id, id, kind, data, created_at)
      select merchant_id, id, ${randomUUID()}::uuid, 'deposit_decided', ${JSON.stringify({ number: 'D1', status: 'pass' })}::jsonb,
        ${console.world.clock.now()} from users where username = 'demo'`.execute(console.world.db.kysely);
    // By the stream, because the bell itself asks only every half minute.
    await page.getByRole('button', { name: /^Notifications.*1/ }).waitFor({ timeout: 20_000 });
  });

  it('adds new related records to an open record, but not under the pointer', async () => {
    const { id } = await console.world.db.kysely
      .selectFrom('orders as o')
      .innerJoin('merchants as m', 'm.merchant_id', 'o.merchant_id')
      .where('m.merchant_no', '=', 'M100001')
      .orderBy('o.created_at', 'desc')
      .select('o.channel_id as id')
      .executeTakeFirstOrThrow();
    await tabBar(page).visit(`/personal/channelInformation/${id}/show`);
    const card = page.locator('[data-related=orders]');
    const first = () => card.getByRole('row').nth(1).getByRole('link').first().innerText();
    await card.getByRole('row').nth(1).waitFor();
    await card.hover();
    const all = () => card.getByRole('link', { name: /^Show all/ }).innerText();
    const [before, allBefore] = [await first(), await all()];
    await addOrder('C-NEW-3');
    await expect.poll(all).not.toBe(allBefore);
    expect(await first()).toBe(before);
    await page.mouse.move(0, 0);
    await expect.poll(first).toBe('C-NEW-3');
  });
});

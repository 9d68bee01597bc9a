import { describe, expect, it } from 'vitest';
import { silentLog } from '#server/db/dbLog.ts';
import { notifying } from '#server/gateway/notifying/notifying.ts';
import { startMerchantServer } from '../support/merchantServer.ts';
import { tabBar } from '../support/tabBar.ts';
import { openedList } from './openedList.ts';

describe('the order list', () => {
  const list = openedList();

  it('shows how a result was posted to the merchant’s server, and sends it again', async () => {
    const shop = await startMerchantServer();
    const { db } = list.console.world;
    const of = { no: list.rows.find(({ status }) => status === 'success')?.order_no ?? '' };
    const { id } = await db.kysely
      .updateTable('orders')
      .set({ notify_url: shop.url, notify_status: 'delivered' })
      .where('order_no', '=', of.no)
      .returning('id')
      .executeTakeFirstOrThrow();
    // The demo has posted some results already.
    await db.kysely.deleteFrom('notify_attempts').where('record_id', '=', id).execute();
    const notifier = notifying({ ...list.console.world, log: silentLog, privateNotifyUrls: true });
    await tabBar(list.page).visit(`/orderList/${id}/show`);
    const group = list.page.getByRole('region', { name: 'Notification' });
    await group.getByText('Attempts are kept for 90 days.').waitFor();
    shop.answer((response) => response.writeHead(503, { 'x-shop': 'closed' }).end('later'));
    await list.page.getByRole('button', { name: 'Resend notification' }).click();
    await group.getByText('Sending…').waitFor();
    await notifier.step();
    const attempt = group.getByRole('button', { name: /HTTP 503 response/ });
    await attempt.click();
    const response = group.getByRole('group', { name: 'Response' });
    expect(await response.innerText()).toMatch(/HTTP 503[^]*x-shop: closed[^]*later/);
    expect(await group.getByRole('group', { name: 'Request' }).innerText()).toContain(`"order_no": "${of.no}"`);
    await list.opened.expectAccessible();
    await shop.close();
  });
});

import { addDays } from 'date-fns/addDays';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { createWebhookEndpoints } from '#server/modules/webhookEndpoints/service.ts';
import { startMerchantServer, type MerchantServer } from '#tests/support/merchantServer.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';

const RULES = { privateNotifyUrls: true, notifyUrlPorts: [80, 443] };

describe("an order's deliveries to webhook endpoints", () => {
  let console: OpenedConsole;
  let shop: MerchantServer;
  let orderId = '';
  const send = () => notifying({ ...console.world, log: silentLog, ...RULES }, NOTIFIER_TIMES).step();

  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
    shop = await startMerchantServer();
    shop.answer((response) => response.writeHead(503).end('closed'));
    const { db } = console.world;
    const order = await db.kysely
      .selectFrom('orders as o')
      .innerJoin('users as u', 'u.merchant_id', 'o.merchant_id')
      .where('u.username', '=', 'demo')
      .where('o.status', '=', 'success')
      .select(['o.id', 'o.merchant_id', 'o.order_no', 'u.id as user_id'])
      .executeTakeFirstOrThrow();
    orderId = order.id;
    const actor = { merchantId: order.merchant_id, userId: order.user_id, ip: '192.0.2.1', userAgent: null };
    const endpoints = createWebhookEndpoints({ ...console.world, rules: RULES });
    const endpoint = await db.transaction((tx) => endpoints.add(tx, actor, { url: `${shop.url}/erp`, events: null }));
    const id = uuidv7();
    const at = console.world.clock.now();
    const { merchant_id } = order;
    await db.kysely
      .insertInto('webhook_deliveries')
      .values({
        merchant_id,
        id,
        endpoint_id: endpoint.id,
        event: 'order_paid',
        resource: 'orders',
        record_id: order.id,
        order_no: order.order_no,
        merchant_order_no: null,
        notify_status: 'pending',
        created_at: at,
      })
      .execute();
    await db.kysely
      .insertInto('notify_jobs')
      .values({ merchant_id, record_id: id, resource: 'webhook_deliveries', due_at: at, polls: 0, asked_by: null })
      .execute();
    await send();
    // The next automatic attempt isn't due when the page is opened.
    const due_at = addDays(at, 1);
    await db.kysely.updateTable('notify_jobs').set({ due_at }).where('record_id', '=', id).execute();
  });
  afterAll(async () => {
    await shop.close();
    await console.close();
  });

  const deliveryOn = ({ page }: ConsolePage) => page.getByRole('group', { name: 'Order paid' });

  it('are on its page, and one can be sent again by who may', async () => {
    const opened = await console.open(`/orderList/${orderId}/show`, { as: 'demo' });
    const delivery = deliveryOn(opened);
    await delivery.getByText('HTTP 503 response').waitFor();
    await delivery.getByText(`${shop.url}/erp`).waitFor();
    shop.answer((response) => response.writeHead(204).end());
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await delivery.getByText('Sending…').waitFor();
    await send();
    await delivery.getByText('Sent again: Delivered').waitFor();
    expect(await delivery.getByRole('listitem').count()).toBe(2);
    expect(shop.received.map(({ text }) => text)[1]).toBe(shop.received[0]?.text);
    await delivery.getByRole('listitem').first().getByRole('button').click();
    await delivery.getByText('HTTP 204').waitFor();
    await opened.expectAccessibleInBoth({ withoutShell: true });
  });

  it('can be seen without being sent by others', async () => {
    const opened = await console.open(`/orderList/${orderId}/show`, { as: 'viewer' });
    await deliveryOn(opened).getByText('HTTP 503 response').waitFor();
    expect(await opened.page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
  });
});

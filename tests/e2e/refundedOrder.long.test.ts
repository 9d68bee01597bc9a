import { expect, it, onTestFinished } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { createRefunds } from '#server/modules/refunds/service.ts';
import { openConsole } from '../support/openedConsole.ts';

it('an order tells of its refund and its failed notification: beside its status, above its data and in its history', async () => {
  const console = await openConsole({ orders: 300 });
  onTestFinished(() => console.close());
  const { world } = console;
  const { kysely } = world.db;
  const order = await kysely
    .selectFrom('orders as o')
    .innerJoin('merchants as m', 'm.merchant_id', 'o.merchant_id')
    .where('m.merchant_no', '=', 'M100001')
    .where('o.status', '=', 'success')
    .where('o.refunded_amount', '=', 0n)
    .where('o.amount', '>', 1_000n)
    .where('o.notify_url', 'is not', null)
    .orderBy('o.created_at', 'desc')
    .select(['o.id', 'o.merchant_id', 'o.amount'])
    .executeTakeFirstOrThrow();
  await kysely.updateTable('orders').set({ notify_status: 'failed' }).where('id', '=', order.id).execute();
  const opened = await console.open(`/orderList/${order.id}/show`, { as: 'demo' });
  const { page } = opened;
  const heading = page.getByRole('heading', { level: 1 }).locator('..');
  const history = page.getByRole('region', { name: 'History' });

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const left = dialog.getByText('Left to refund afterwards').locator('..');
  await left.getByText('0.00').waitFor();
  await dialog.getByLabel(/Refund amount/).fill('3.00');
  const shown = (minor: bigint) => `${minor / 100n}.${(minor % 100n).toString().padStart(2, '0')}`;
  await left.getByText(shown(order.amount - 300n)).waitFor();
  await dialog.getByLabel(/Reason/).fill('Damaged');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await left.getByText(shown(order.amount - 300n)).waitFor();
  await dialog.getByLabel(/Payment password/).fill(DEMO_PAY_PASSWORD);
  await dialog.getByRole('button', { name: /^Refund \d/ }).click();
  await heading.getByText('Refund in progress 3.00').waitFor();
  await history.getByText('Refund requested').waitFor();

  const { id } = await kysely.selectFrom('refunds').where('order_id', '=', order.id).select('id').executeTakeFirstOrThrow(); // prettier-ignore
  const settled = { status: 'success', channelOrderNo: 'R-1' } as const;
  await world.db.transaction((tx) => createRefunds(world).settle(tx, order.merchant_id, id, settled));
  await page.reload();
  await heading.getByText('Partly refunded 3.00').waitFor();
  expect(await heading.innerText()).toMatch(/Success\s+Partly refunded 3\.00\s+Not notified/);
  await history.getByText('Refund paid').waitFor();

  const message = page.getByRole('status').filter({ hasText: 'all automatic attempts to notify it failed' });
  await opened.expectAccessibleInBoth({ withoutShell: true });
  await message.getByRole('button', { name: 'Resend notification' }).click();
  await history.getByText('Notification sent again').waitFor();
  const jobs = kysely.selectFrom('notify_jobs').where('record_id', '=', order.id).select('asked_by');
  expect(await jobs.execute()).toHaveLength(1);
});

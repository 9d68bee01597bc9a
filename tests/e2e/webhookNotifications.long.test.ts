import { expect, it, onTestFinished } from 'vitest';
import { openConsole } from '../support/openedConsole.ts';

it('failed notifications can be selected and resent together, and each number links to its record', async () => {
  const console = await openConsole({ orders: 300 });
  onTestFinished(() => console.close());
  const { kysely } = console.world.db;
  await kysely
    .updateTable('orders')
    .set({ notify_status: 'failed' })
    .where('id', 'in', (query) =>
      query.selectFrom('notify_attempts').where('resource', '=', 'orders').select('record_id'),
    )
    .execute();
  const { page } = await console.open('/webhookNotifications?filter={"status":["failed"]}', { as: 'demo' });
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(2).waitFor();
  for (const at of [1, 2]) await rows.nth(at).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).dblclick();
  await page.getByText('2 notifications are being sent again').waitFor();
  const jobs = await kysely.selectFrom('notify_jobs').where('asked_by', 'is not', null).select('record_id').execute();
  expect(jobs).toHaveLength(2);

  const link = rows.nth(1).getByRole('link');
  const number = (await link.textContent()) ?? '';
  expect(number).toMatch(/^C\d+$/);
  await link.click();
  await page.getByRole('heading', { name: number }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/orderList\/.+\/show$/);
});

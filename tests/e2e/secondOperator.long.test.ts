import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { openConsole, type OpenedConsole } from '#tests/support/openedConsole.ts';

describe('a change that waits for a second operator', () => {
  let console: OpenedConsole;
  beforeAll(async () => {
    console = await openConsole({ orders: 20 });
  });
  afterAll(() => console.close());

  it('is named and shown to the operator who confirms it, and then takes effect', async () => {
    const { page, trouble, expectAccessibleInBoth } = await console.open('/review/operatorRequests', {
      as: 'operator',
    });
    const row = page.getByRole('row').filter({ hasText: 'Pending' });
    await row.getByText('Edit a merchant rate').waitFor();
    await row.getByRole('cell').nth(1).click();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();

    const dialog = page.getByRole('dialog');
    await dialog.getByText('Edit a merchant rate').waitFor();
    await dialog.getByText(/0\.20%.*0\.25%/).waitFor();
    await expectAccessibleInBoth({ withoutShell: true });
    await dialog.getByLabel(/^Payment password/).fill(DEMO_PAY_PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Approved', { exact: true }).first().waitFor();

    const request = await console.world.db.kysely
      .selectFrom('operator_requests')
      .where('act', '=', 'merchant_rates.edit')
      .orderBy('created_at', 'desc')
      .select(['record_id', 'status'])
      .executeTakeFirstOrThrow();
    expect(request.status).toBe('pass');
    const rate = await console.world.db.kysely
      .selectFrom('channels')
      .where('id', '=', request.record_id)
      .select('rate_bps')
      .executeTakeFirstOrThrow();
    expect(rate.rate_bps).toBe(25);
    expect(trouble.console).toEqual([]);
  });
});

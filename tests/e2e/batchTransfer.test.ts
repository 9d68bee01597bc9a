import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { createPayouts } from '#server/modules/payouts/service.ts';
import { gate } from '#tests/support/gate.ts';
import { openedBatches } from './openedBatches.ts';

const FILE = `payee_name,card_number,bank_name,amount,remark
王伟,6222021234567890128,工商银行,100.00,工资
李娜,62220212,建设银行,-5,
Ana,12,Banco,20,`;

describe('a payment file', () => {
  const batches = openedBatches();
  const { choose } = batches;

  const cell = (line: number, name: string) =>
    batches.page.getByRole('button', { name: new RegExp(`^Row ${line}, ${name}: `) });

  const input = (line: number, name: string) => batches.page.getByRole('textbox', { name: `Row ${line}, ${name}` });

  const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

  it('can be dropped or chosen, and its errors are shown', async () => {
    await batches.page.getByRole('button', { name: 'Choose file' }).waitFor();
    await batches.page.getByRole('table').waitFor();
    const download = batches.page.waitForEvent('download');
    await batches.page.getByRole('button', { name: 'Template: CSV' }).click();
    const template = await readFile(await (await download).path(), 'utf8');
    expect(template).toBe(
      '\uFEFFPayee * (payee_name),Card number * (card_number),Bank name * (bank_name),Branch (branch_name),' +
        'Amount * (amount),Remark (remark)\r\n',
    );
    await choose(FILE);
    await batches.page.waitForURL(/batchtransferDetail\?batch_id=/);
    await batches.page.getByText('2 rows have problems').waitFor();
    await batches.page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByText(/^B\d{22}$/)
      .waitFor();
    await batches.page.getByText('Enter a card or account number of 8 to 30 digits.').waitFor();
    expect(await batches.page.getByRole('row').count()).toBe(3);
    expect(await batches.page.getByRole('button', { name: 'Submit batch' }).isDisabled()).toBe(true);
    await batches.opened.expectAccessibleInBoth();
  });

  it('can be corrected in place, using only the keyboard', async () => {
    await cell(3, 'Amount').focus();
    await batches.page.keyboard.press('Enter');
    await input(3, 'Amount').fill('700');
    await batches.page.keyboard.press('Escape');
    await cell(3, 'Amount').getByText('-5').waitFor();
    await batches.page.keyboard.type('50');
    await batches.page.keyboard.press('Enter');
    await cell(3, 'Amount').getByText('50.00 CNY').waitFor();
    await expect.poll(() => hasFocus(cell(4, 'Card number'))).toBe(true);
    await batches.page.getByText('1 card number may be mistyped. Correct or accept it before you submit.').waitFor();
    await batches.page.getByText('Card numbers usually have 12 to 19 digits.').waitFor();
    await batches.page.keyboard.press('Enter');
    await batches.page.keyboard.press('Shift+Enter');
    await expect.poll(() => hasFocus(cell(3, 'Card number'))).toBe(true);
    await cell(4, 'Payee').focus();
    await batches.page.keyboard.press('Enter');
    await input(4, 'Payee').fill('Ana García');
    await batches.page.keyboard.press('Tab');
    await input(4, 'Card number').fill('6228480402564890018');
    await batches.page.keyboard.press('Tab');
    await input(4, 'Bank name').waitFor();
    await batches.page.keyboard.press('Escape');
    await cell(4, 'Card number').getByText('6228••••0018').waitFor();
    await batches.page.getByText('row has a problem').waitFor({ state: 'detached' });
    expect(await batches.page.getByRole('button', { name: 'Submit batch' }).isDisabled()).toBe(true);
    await batches.page.getByRole('button', { name: 'Accept number, Row 3' }).click();
    await batches.page.getByText('Unusual number, accepted').waitFor();
    await batches.page.getByText('may be mistyped').waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(batches.page.getByRole('button', { name: 'Submit batch' }))).toBe(true);
    await batches.opened.expectAccessible();
  });

  it('is submitted with the payment password and followed until it is finished', async () => {
    await batches.page.getByRole('button', { name: 'Submit batch' }).click();
    await batches.page.getByRole('dialog').getByText('Submit 3 payments?').waitFor();
    await batches.page.getByLabel(/Payment password/).fill(DEMO_PAY_PASSWORD);
    await batches.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Submit [\d.,]+ CNY$/ })
      .click();
    await batches.page.getByText('0 of 3 payments finished').waitFor();

    const { world } = batches.console;
    const payouts = createPayouts({ clock: world.clock });
    const rows = await world.db.kysely
      .selectFrom('payouts')
      .innerJoin('batch_transfers', 'batch_transfers.id', 'payouts.batch_id')
      .where('file_name', '=', 'wages.csv')
      .select(['payouts.merchant_id', 'payouts.id', 'payouts.payee_name'])
      .execute();
    for (const { merchant_id, id, payee_name } of rows) {
      await world.db.transaction((tx) => payouts.take(tx, merchant_id, id, 'sandbox'));
      const failed = { status: 'failed' as const, errorCode: 'E1', errorMessage: 'Account closed' };
      const outcome = payee_name === '李娜' ? failed : { status: 'success' as const, channelOrderNo: id };
      await world.db.transaction((tx) => payouts.settle(tx, merchant_id, id, outcome));
    }
    await batches.page.getByText('All payments finished: 2 succeeded, 1 failed.').waitFor();
    const related = batches.page.getByRole('region', { name: 'Payout orders' }).getByRole('link', { name: /^P\d+$/ });
    await expect.poll(() => related.count()).toBe(3);
    await batches.page.getByRole('button', { name: 'Failed rows', exact: true }).click();
    await batches.page.getByText('Account closed').waitFor();
    const download = batches.page.waitForEvent('download');
    await batches.page.getByRole('button', { name: 'Results (CSV)' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
    expect(lines[2]).toMatch(/^3,李娜,••••,建设银行,,50\.00,.*,Failed,E1,Account closed,P\d+$/);
    await batches.opened.expectAccessible();
    await batches.page.getByRole('link', { name: /^Payout order, P\d+$/ }).click();
    await batches.page.getByRole('button', { name: 'Pay again' }).waitFor();
    await batches.page.goBack();
    await batches.page.getByText('Account closed').waitFor();
  });

  it('has its failed rows paid by a new batch, and the two link to each other', async () => {
    await batches.page.getByRole('button', { name: 'New batch from failed rows' }).click();
    const dialog = batches.page.getByRole('dialog');
    await dialog.getByText('Create a draft with 1 failed row?').waitFor();
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await batches.page.getByRole('button', { name: 'Submit batch' }).waitFor();
    await batches.page.getByRole('link', { name: /^Repeats payout order, P\d+$/ }).waitFor();
    // The number was accepted for the first payment only.
    await batches.page.getByText('1 card number may be mistyped').waitFor();
    const old = batches.page.locator('dd').getByRole('link', { name: /^B\d+$/ });
    await old.click();
    await batches.page.getByText('All payments finished: 2 succeeded, 1 failed.').waitFor();
    await batches.page.getByText('Paid again in batch').waitFor();
    expect(await batches.page.getByRole('button', { name: 'New batch from failed rows' }).count()).toBe(0);
    await batches.page.getByRole('link', { name: /^Paid again by, [A-Z]\d+$/ }).waitFor();
  });

  it('is recognised as a duplicate, and can be dropped before the channels have loaded', async () => {
    const asked = gate();
    await batches.page.route('**/prod-api/channels?*', async (route) => {
      await asked.opened;
      await route.continue();
    });
    await batches.page.goto(`${batches.console.origin}/batchtransfer`);
    await batches.page.getByRole('button', { name: 'Choose file' }).waitFor();
    const dropped = await batches.page.evaluateHandle((csv) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([csv], 'same.csv'));
      return transfer;
    }, FILE);
    await batches.page.getByText('Drop a CSV or XLSX file here').dispatchEvent('drop', { dataTransfer: dropped });
    // The upload waits for the channels, which haven't loaded yet.
    await batches.page.getByText('Uploading and checking same.csv').first().waitFor();
    asked.open();
    await batches.page.getByText('This file was already uploaded').waitFor();
    await batches.page.getByRole('link', { name: /^Open batch B/ }).click();
    await batches.page.getByText('All payments finished: 2 succeeded, 1 failed.').waitFor();
    expect(batches.opened.trouble.foreignRequests).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#demo/signIns.ts';
import { createPayouts } from '#server/modules/payouts/service.ts';
import { gate } from '#tests/support/gate.ts';
import { openConsole, type ConsolePage, type OpenedConsole } from '#tests/support/openedConsole.ts';
import { tabBar } from '#tests/support/tabBar.ts';
import { HEADER_ROW, text, workbook } from '#tests/support/workbook.ts';

const FILE = `payee_name,card_number,bank_name,amount,remark
王伟,6222021234567890128,工商银行,100.00,工资
李娜,62220212,建设银行,-5,
Ana,12,Banco,20,`;

describe('a payment file', () => {
  let console: OpenedConsole;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    console = await openConsole({ orders: 60 });
    opened = await console.open('/batchtransfer', { as: 'demo' });
    page = opened.page;
  });
  afterAll(() => console.close());

  const cell = (line: number, name: string) =>
    page.getByRole('button', { name: new RegExp(`^Row ${line}, ${name}: `) });
  const input = (line: number, name: string) => page.getByRole('textbox', { name: `Row ${line}, ${name}` });
  const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
  const choose = (csv: string) =>
    page.setInputFiles('input[type=file]', { name: 'wages.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });

  it('can be dropped or chosen, and its errors are shown', async () => {
    await page.getByRole('button', { name: 'Choose file' }).waitFor();
    await page.getByRole('table').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Template: CSV' }).click();
    const template = await readFile(await (await download).path(), 'utf8');
    expect(template).toBe(
      '\uFEFFPayee * (payee_name),Card number * (card_number),Bank name * (bank_name),Branch (branch_name),' +
        'Amount * (amount),Remark (remark)\r\n',
    );
    await choose(FILE);
    await page.waitForURL(/batchtransferDetail\?batch_id=/);
    await page.getByText('2 rows have problems').waitFor();
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByText(/^B\d{22}$/)
      .waitFor();
    await page.getByText('Enter a card or account number of 8 to 30 digits.').waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    expect(await page.getByRole('button', { name: 'Submit batch' }).isDisabled()).toBe(true);
    await opened.expectAccessibleInBoth();
  });

  it('can be corrected in place, using only the keyboard', async () => {
    await cell(3, 'Amount').focus();
    await page.keyboard.press('Enter');
    await input(3, 'Amount').fill('700');
    await page.keyboard.press('Escape');
    await cell(3, 'Amount').getByText('-5').waitFor();
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await cell(3, 'Amount').getByText('50.00 CNY').waitFor();
    await expect.poll(() => hasFocus(cell(4, 'Card number'))).toBe(true);
    await page.getByText('1 card number may be mistyped. Correct or accept it before you submit.').waitFor();
    await page.getByText('Card numbers usually have 12 to 19 digits.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => hasFocus(cell(3, 'Card number'))).toBe(true);
    await cell(4, 'Payee').focus();
    await page.keyboard.press('Enter');
    await input(4, 'Payee').fill('Ana García');
    await page.keyboard.press('Tab');
    await input(4, 'Card number').fill('6228480402564890018');
    await page.keyboard.press('Tab');
    await input(4, 'Bank name').waitFor();
    await page.keyboard.press('Escape');
    await cell(4, 'Card number').getByText('6228••••0018').waitFor();
    await page.getByText('row has a problem').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Submit batch' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Accept number, Row 3' }).click();
    await page.getByText('Unusual number, accepted').waitFor();
    await page.getByText('may be mistyped').waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Submit batch' }))).toBe(true);
    await opened.expectAccessible();
  });

  it('is submitted with the payment password and followed until it is finished', async () => {
    await page.getByRole('button', { name: 'Submit batch' }).click();
    await page.getByRole('dialog').getByText('Submit 3 payments?').waitFor();
    await page.getByLabel(/Payment password/).fill(DEMO_PAY_PASSWORD);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Submit [\d.,]+ CNY$/ })
      .click();
    await page.getByText('0 of 3 payments finished').waitFor();

    const { world } = console;
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
    await page.getByText('All payments finished: 2 succeeded, 1 failed.').waitFor();
    const related = page.getByRole('region', { name: 'Payout orders' }).getByRole('link', { name: /^P\d+$/ });
    await expect.poll(() => related.count()).toBe(3);
    await page.getByRole('button', { name: 'Failed rows', exact: true }).click();
    await page.getByText('Account closed').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Results (CSV)' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
    expect(lines[2]).toMatch(/^3,李娜,••••,建设银行,,50\.00,.*,Failed,E1,Account closed,P\d+$/);
    await opened.expectAccessible();
    await page.getByRole('link', { name: /^Payout order, P\d+$/ }).click();
    await page.getByRole('button', { name: 'Pay again' }).waitFor();
    await page.goBack();
    await page.getByText('Account closed').waitFor();
  });

  it('has its failed rows paid by a new batch, and the two link to each other', async () => {
    await page.getByRole('button', { name: 'New batch from failed rows' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Create a draft with 1 failed row?').waitFor();
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('button', { name: 'Submit batch' }).waitFor();
    await page.getByRole('link', { name: /^Repeats payout order, P\d+$/ }).waitFor();
    // The number was accepted for the first payment only.
    await page.getByText('1 card number may be mistyped').waitFor();
    const old = page.locator('dd').getByRole('link', { name: /^B\d+$/ });
    await old.click();
    await page.getByText('All payments finished: 2 succeeded, 1 failed.').waitFor();
    await page.getByText('Paid again in batch').waitFor();
    expect(await page.getByRole('button', { name: 'New batch from failed rows' }).count()).toBe(0);
    await page.getByRole('link', { name: /^Paid again by, [A-Z]\d+$/ }).waitFor();
  });

  it('has all its unusual numbers accepted at once', async () => {
    await tabBar(page).visit('/batchtransfer');
    await page.getByRole('button', { name: 'Choose file' }).waitFor();
    await choose(
      ['payee_name,card_number,bank_name,amount', 'Ana,62220212,Banco,50', 'Eva,123456789,Banco,60'].join('\n'),
    );
    await page.getByText('2 card numbers may be mistyped').waitFor();
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.getByRole('dialog').getByText('This accepts 2 card numbers as entered').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept all' }).click();
    await page.getByText('may be mistyped').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Submit batch', disabled: false }).waitFor();
  });

  it('asks about hidden rows and other sheets before it creates a batch, which says what was left out', async () => {
    await tabBar(page).visit('/batchtransfer');
    await page.getByRole('button', { name: 'Choose file' }).waitFor();
    const row = (line: number, payee: string, attributes = '') =>
      `<row r="${line}"${attributes}>${[payee, '6222021234567890128', 'Banco', '50', ''].map((one, at) => text(`${'ABCDE'[at]}${line}`, one)).join('')}</row>`;
    const buffer = await workbook({
      sheets: [
        { name: 'June', rows: `${HEADER_ROW}${row(2, 'Ana')}` },
        { name: 'July', rows: `${HEADER_ROW}${row(2, 'Eva')}${row(3, 'Bob', ' hidden="1"')}` },
      ],
    });
    await page.setInputFiles('input[type=file]', { name: 'pay.xlsx', mimeType: 'application/zip', buffer });
    await page.getByRole('radio', { name: /^June/ }).waitFor();
    await opened.expectAccessibleInBoth();
    await page.getByRole('radio', { name: /^July/ }).check();
    await page.getByText('Bob, 50').waitFor();
    await page.getByRole('radio', { name: 'Leave out hidden rows' }).check();
    await page.getByRole('button', { name: 'Read file' }).click();
    await page.getByText('1 hidden row was left out: row 3.').waitFor();
    await page.getByText('Sheets with payments that weren’t read: June.').waitFor();
    await page.getByRole('button', { name: 'Submit batch' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Submit 1 payment\?.*1 hidden row was left out: row 3\./)
      .waitFor();
    await page.keyboard.press('Escape');
    await opened.expectAccessibleInBoth();
  });

  it('is recognised as a duplicate, and can be dropped before the channels have loaded', async () => {
    const asked = gate();
    await page.route('**/prod-api/channels?*', async (route) => {
      await asked.opened;
      await route.continue();
    });
    await page.goto(`${console.origin}/batchtransfer`);
    await page.getByRole('button', { name: 'Choose file' }).waitFor();
    const dropped = await page.evaluateHandle((csv) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([csv], 'same.csv'));
      return transfer;
    }, FILE);
    await page.getByText('Drop a CSV or XLSX file here').dispatchEvent('drop', { dataTransfer: dropped });
    // The upload waits for the channels, which haven't loaded yet.
    await page.getByText('Uploading and checking same.csv').first().waitFor();
    asked.open();
    await page.getByText('This file was already uploaded').waitFor();
    await page.getByRole('link', { name: /^Open batch B/ }).click();
    await page.getByText('All payments finished: 2 succeeded, 1 failed.').waitFor();
    expect(opened.trouble.foreignRequests).toEqual([]);
  });
});

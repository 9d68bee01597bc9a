import { describe, it } from 'vitest';
import { tabBar } from '#tests/support/tabBar.ts';
import { HEADER_ROW, text, workbook } from '#tests/support/workbook.ts';
import { openedBatches } from './openedBatches.ts';

describe('a payment file', () => {
  const batches = openedBatches();
  const { choose } = batches;

  it('has all its unusual numbers accepted at once', async () => {
    await tabBar(batches.page).visit('/batchtransfer');
    await batches.page.getByRole('button', { name: 'Choose file' }).waitFor();
    await choose(
      ['payee_name,card_number,bank_name,amount', 'Ana,62220212,Banco,50', 'Eva,123456789,Banco,60'].join('\n'),
    );
    await batches.page.getByText('2 card numbers may be mistyped').waitFor();
    await batches.page.getByRole('button', { name: 'Accept all' }).click();
    await batches.page.getByRole('dialog').getByText('This accepts 2 card numbers as entered').waitFor();
    await batches.page.getByRole('dialog').getByRole('button', { name: 'Accept all' }).click();
    await batches.page.getByText('may be mistyped').waitFor({ state: 'detached' });
    await batches.page.getByRole('button', { name: 'Submit batch', disabled: false }).waitFor();
  });

  it('asks about hidden rows and other sheets before it creates a batch, which says what was left out', async () => {
    await tabBar(batches.page).visit('/batchtransfer');
    await batches.page.getByRole('button', { name: 'Choose file' }).waitFor();
    const row = (line: number, payee: string, attributes = '') =>
      `<row r="${line}"${attributes}>${[payee, '6222021234567890128', 'Banco', '50', ''].map((one, at) => text(`${'ABCDE'[at]}${line}`, one)).join('')}</row>`;
    const buffer = await workbook({
      sheets: [
        { name: 'June', rows: `${HEADER_ROW}${row(2, 'Ana')}` },
        { name: 'July', rows: `${HEADER_ROW}${row(2, 'Eva')}${row(3, 'Bob', ' hidden="1"')}` },
      ],
    });
    await batches.page.setInputFiles('input[type=file]', { name: 'pay.xlsx', mimeType: 'application/zip', buffer });
    await batches.page.getByRole('radio', { name: /^June/ }).waitFor();
    await batches.opened.expectAccessibleInBoth();
    await batches.page.getByRole('radio', { name: /^July/ }).check();
    await batches.page.getByText('Bob, 50').waitFor();
    await batches.page.getByRole('radio', { name: 'Leave out hidden rows' }).check();
    await batches.page.getByRole('button', { name: 'Read file' }).click();
    await batches.page.getByText('1 hidden row was left out: row 3.').waitFor();
    await batches.page.getByText('Sheets with payments that weren’t read: June.').waitFor();
    await batches.page.getByRole('button', { name: 'Submit batch' }).click();
    await batches.page
      .getByRole('dialog')
      .getByText(/Submit 1 payment\?.*1 hidden row was left out: row 3\./)
      .waitFor();
    await batches.page.keyboard.press('Escape');
    await batches.opened.expectAccessibleInBoth();
  });
});

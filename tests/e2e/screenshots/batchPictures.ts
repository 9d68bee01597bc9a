import type { Page } from 'playwright-core';
import { BATCH_COLUMNS } from '#shared/contract/batchFile.ts';
import { text, workbook } from '#tests/support/workbook.ts';
import type { Picture } from './Picture.ts';

type Row = readonly [payee: string, card: string, amount: string, isHidden?: boolean];

const rowXml = (line: number, texts: readonly string[], isHidden: boolean) =>
  `<row r="${line}"${isHidden ? ' hidden="1"' : ''}>${texts.map((one, at) => text(`${'ABCDEF'[at]}${line}`, one)).join('')}</row>`;

/** Rows of a sheet with payments, below a title that differs each time, because a file is accepted once. */
const sheet = (rows: readonly Row[]) =>
  [
    rowXml(1, [`Payroll ${Math.random()}`], false),
    rowXml(2, BATCH_COLUMNS, false),
    ...rows.map(([payee, card, amount, isHidden = false], at) =>
      rowXml(at + 3, [payee, card, '中国工商银行', '', amount, '工资'], isHidden),
    ),
  ].join('');

const NOVEMBER: readonly Row[] = [
  ['王小明', '6222020000127776', '1234.50'],
  ['李娜', '6222021111077777', '18000', true],
  ['陈静', '6222021111177775', '990', true],
  ['欧阳娜娜', '6222020000123456774', '88.00'],
];

const payroll = () =>
  workbook({
    sheets: [
      { name: 'October', rows: sheet([['Alice Tan', '6222021111277773', '500']]) },
      { name: 'November', rows: sheet(NOVEMBER) },
      { name: 'Instructions', rows: rowXml(1, ['How to fill in this file'], false) },
    ],
    active: 1,
  });

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('main tbody tr').first().waitFor();
  await page.setInputFiles('input[type=file]', { name, mimeType: 'application/octet-stream', buffer });
  await page.locator('[role=alert] form').waitFor();
}

async function chooseHidden(page: Page): Promise<void> {
  await choose(page, 'payroll.xlsx', await payroll());
  await page.getByRole('radio').nth(2).check();
}

async function readWithoutHidden(page: Page): Promise<void> {
  await chooseHidden(page);
  await page.locator('[role=alert] form').getByRole('button').first().click();
  await page.waitForURL(/batchtransferDetail/);
  await page.getByRole('main').getByText('王小明').first().waitFor();
}

/** Payment files that ask how they are read, and what of them was left out. */
export const BATCH_PICTURES: readonly Picture[] = [
  {
    name: 'batch-sheets',
    address: '/batchtransfer',
    show: ({ page }) => chooseHidden(page),
  },
  {
    name: 'batch-encoding',
    address: '/batchtransfer',
    show: ({ page }) => {
      // 김민수, 국민은행 in EUC-KR
      const row = Buffer.from('b1e8b9cebcf62c363232323032303030303132373737362cb1b9b9cec0bac7e02c312e3030', 'hex');
      const header = Buffer.from('payee_name,card_number,bank_name,amount\n');
      return choose(page, 'payroll.csv', Buffer.concat([header, row]));
    },
  },
  {
    name: 'batch-read',
    address: '/batchtransfer',
    show: ({ page }) => readWithoutHidden(page),
  },
  {
    name: 'batch-read-submit',
    address: '/batchtransfer',
    show: async ({ page, press, t }) => {
      await readWithoutHidden(page);
      await press(t('resources.batch_transfers.actions.submit'));
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'batch-swallowed',
    address: '/batchtransfer',
    show: async ({ page }) => {
      await page.locator('main tbody tr').first().waitFor();
      const buffer = Buffer.from(
        `${'\n'.repeat(Math.floor(Math.random() * 1000))}payee_name,card_number,bank_name,amount,remark
Li Wei,6222020000127776,ICBC,6.00,"first line
Wang,6222020000123456774,CMB,7.00,x"
Alice Tan,6222021111677774,ICBC,1,234.50,
Bob Lim,6222021234123480005,ICBC,12,000`,
      );
      await page.setInputFiles('input[type=file]', { name: 'wages.csv', mimeType: 'text/csv', buffer });
      await page.waitForURL(/batchtransferDetail/);
      await page.getByRole('main').getByText('Alice Tan').first().waitFor();
    },
  },
];

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { checkDeclarations } from '@merchant-console/declaration/check';
import { ValidationError } from '#server/errors.ts';
import type { ReadOptions } from '#server/sheets/Sheet.ts';
import { inertText } from '#server/resources/export/Cell.ts';
import { csvBytes } from '#server/resources/export/csvBytes.ts';
import { xlsxBytes } from '#server/resources/export/xlsx/xlsxBytes.ts';
import { batchesOf, bytesOf } from '#tests/server/resources/export/batches.ts';
import { NEEDS_TEST_DATA, testData } from '#tests/support/testData.ts';
import { paymentsIn } from './readFile.ts';

const FOLDER = testData('batch');

/** Rows of a file in short: line, payee, card, amount; or what is wrong. */
async function outcome(name: string, choices: Omit<ReadOptions, 'table'> = {}): Promise<unknown> {
  const bytes = await readFile(`${FOLDER}/${name}`);
  try {
    const read = await paymentsIn(bytes, choices);
    if (read.choices) return { choices: read.choices };
    return read.payments.map(({ line, cells, card, amount, problems }) =>
      amount === null
        ? { line, ...problems }
        : [line, cells.payee_name.text, card, amount, ...(cells.remark.text ? [cells.remark.text] : [])],
    );
  } catch (error) {
    if (error instanceof ValidationError) return Object.values(error.fields).map(({ key }) => key);
    throw error;
  }
}

const WANG = ['王小明', '6222020000127776', '1234.50', '工资'] as const;
const LI = ['Li Wei', '6222020000123456774', '88.00'] as const;
const OUYANG = ['欧阳娜娜', '6222020000123456774', '88.00'] as const;

/** What each file must be read as. */
const FILES: Record<string, unknown> = {
  'payroll-thousands.csv': [
    { line: 2, amount: ['cell_extra_cells'] },
    { line: 3, amount: ['cell_extra_cells'] },
    [4, 'Carol Ng', '6222021111877770', '900.00'],
  ],
  'csv-euckr.csv': { choices: expect.objectContaining({ encodings: expect.arrayContaining([{ encoding: 'euc-kr', sample: ['김민수', '국민은행', '강남지점'] }]) }) }, // prettier-ignore
  'csv-big5-n4.csv': { choices: expect.objectContaining({ encodings: expect.arrayContaining([{ encoding: 'big5', sample: ['羅志祥', '臺灣銀行'] }]) }) }, // prettier-ignore
  'csv-gb18030-rare.csv': [[2, '㐂田䶮', '6222020000127776', '1.00', '𠮷野家']],
  'csv-sep-line.csv': [[2, ...WANG], [3, ...OUYANG]], // prettier-ignore
  'csv-title-rows.csv': [[4, ...WANG], [5, ...OUYANG]], // prettier-ignore
  'csv-apostrophe.csv': [[2, 'Li Wei', '6222020000123456774', '1234.50'], [3, 'Wang', '6222020000127776', '5.00']], // prettier-ignore
  'csv-eq-quote.csv': [[2, 'Li Wei', '6222020000123456774', '1234.50']],
  'csv-fullwidth.csv': [[2, 'Li Wei', '6222020000127776', '1234.50']],
  'csv-number-format-zeros.csv': [[2, 'Li Wei', '6222021234123480000', '1234.50']],
  'csv-html.xls': ['batch_html'],
  'xml2003.xls': ['batch_xml'],
  'x-leading-zero-format.xlsx': [[2, 'Li Wei', '006222020001271', '5.00']],
  'x-styles2-date.xlsx': [{ line: 2, amount: ['cell_not_plain'] }],
  'SharedStrings-capital.xlsx': [[2, 'Li', '6222020000127776', '5.00']],
  'x-workbook2.xlsx': [[2, ...WANG], [3, ...LI]], // prettier-ignore
  'x-instructions-first.xlsx': [[2, ...WANG], [3, ...LI]], // prettier-ignore
  'x-chartsheet-first.xlsx': [[2, ...WANG], [3, ...LI]], // prettier-ignore
  'libreoffice-last-row.xlsx': [[2, 'Eve Goh', '6222021111977778', '12.00']],
  'x-last-row-height.xlsx': [[2, ...WANG], [3, ...LI]], // prettier-ignore
};

/** Those that have a test of their own. */
const OTHERS = [
  'x-hidden-row.xlsx',
  'payroll-filtered.xlsx',
  'x-two-sheets-second-active.xlsx',
  'csv-stray-open-quote.csv',
  'nasty.csv',
  'declaration-constructor.json',
];

describe.runIf(existsSync(FOLDER))(`files as real programs write them (${NEEDS_TEST_DATA})`, () => {
  it('are all tested', async () => {
    const tested = [...Object.keys(FILES), ...OTHERS, 'README.md'];
    expect((await readdir(FOLDER)).toSorted()).toEqual(tested.toSorted());
  });

  it.each(Object.entries(FILES))('%s', async (name, expected) => {
    expect(await outcome(name)).toEqual(expected);
  });

  it('csv-euckr.csv and csv-big5-n4.csv are read right in the chosen encoding', async () => {
    expect(await outcome('csv-euckr.csv', { encoding: 'euc-kr' })).toEqual([
      [2, '김민수', '6222020000127776', '120.00', '급여'],
      [3, '이영희', '6222020000123456774', '88.00'],
    ]);
    expect(await outcome('csv-big5-n4.csv', { encoding: 'big5' })).toEqual([
      [2, '羅志祥', '6222020000127776', '124.00'],
    ]);
  });

  it('x-hidden-row.xlsx', async () => {
    const hidden = { count: 1, lines: [[2, 2]], sample: ['王小明, 1234.5'] };
    const sheets = [{ name: 'Sheet', is_active: true, row_count: 2, hidden_rows: hidden }];
    expect(await outcome('x-hidden-row.xlsx')).toEqual({ choices: { sheets, encodings: [] } });
    expect(await outcome('x-hidden-row.xlsx', { hiddenRows: 'leave_out' })).toEqual([[3, ...LI]]);
    expect(await outcome('x-hidden-row.xlsx', { hiddenRows: 'include' })).toEqual([[2, ...WANG], [3, ...LI]]); // prettier-ignore
  });

  it('payroll-filtered.xlsx', async () => {
    const hidden = { count: 1, lines: [[3, 3]], sample: ['Bob Lim (left, do not pay), 18000'] };
    const sheets = [
      { name: 'Sheet', is_active: true, row_count: 3, hidden_rows: hidden },
      { name: 'Part 2', is_active: false, row_count: 1, hidden_rows: null },
    ];
    expect(await outcome('payroll-filtered.xlsx')).toEqual({ choices: { sheets, encodings: [] } });
    expect(await outcome('payroll-filtered.xlsx', { sheet: 'Sheet' })).toMatchObject({ choices: {} });
    expect(await outcome('payroll-filtered.xlsx', { sheet: 'Sheet', hiddenRows: 'leave_out' })).toEqual([
      [2, 'Alice Tan', '6222021111077777', '1200.50', 'pay'],
      [4, 'Carol Ng', '6222021111277773', '990.00', 'pay'],
    ]);
    expect(await outcome('payroll-filtered.xlsx', { sheet: 'Part 2' })).toEqual([
      [2, 'Dan Ong', '6222021111377771', '500.00', 'pay'],
    ]);
    expect(await outcome('payroll-filtered.xlsx', { sheet: 'Part 3' })).toEqual(['batch_no_such_sheet']);
  });

  it('x-two-sheets-second-active.xlsx', async () => {
    const sheets = [
      { name: 'December', is_active: true, row_count: 1, hidden_rows: null },
      { name: 'Sheet', is_active: false, row_count: 2, hidden_rows: null },
    ];
    expect(await outcome('x-two-sheets-second-active.xlsx')).toEqual({ choices: { sheets, encodings: [] } });
    expect(await outcome('x-two-sheets-second-active.xlsx', { sheet: 'December' })).toEqual([
      [2, 'Second', '6217000010098765772', '77.00'],
    ]);
  });

  it('x-instructions-first.xlsx and csv-title-rows.csv say what of them was not read', async () => {
    const readingOf = async (name: string) => (await paymentsIn(await readFile(`${FOLDER}/${name}`))).reading;
    expect(await readingOf('x-instructions-first.xlsx')).toMatchObject({
      sheet: 'Sheet',
      other_sheets: [{ name: 'Read me', has_payments: false }],
    });
    expect(await readingOf('csv-title-rows.csv')).toMatchObject({ rows_above: 1 });
  });

  it('csv-number-format-zeros.csv asks whether its number was rounded', async () => {
    const { payments } = await paymentsIn(await readFile(`${FOLDER}/csv-number-format-zeros.csv`));
    expect(payments.map(({ concern }) => concern)).toEqual([expect.stringMatching(/^(rounded|wrong_check_digit)$/)]);
  });

  it('csv-stray-open-quote.csv', async () => {
    expect(await outcome('csv-stray-open-quote.csv')).toEqual([
      [2, 'Li Wei', '6222020000127776', '6.00', 'first line\r\nWang,6222020000123456774,CMB,,7.00,x'],
      [3, 'Zhao', '6217000010098765772', '8.00'],
    ]);
  });

  it('nasty.csv', async () => {
    const bytes = await readFile(`${FOLDER}/nasty.csv`);
    const remarks = parseCsv(bytes.toString('utf8')).slice(1).map((row) => String(row[5] ?? '')); // prettier-ignore
    const { payments } = await paymentsIn(bytes);
    expect(payments.map(({ problems }) => problems).filter((problems) => Object.keys(problems).length > 0)).toEqual([]);
    const read = payments.map(({ cells }) => cells.remark.text);
    expect(read).toEqual(remarks);

    const table = [['remark'], ...read.map((remark) => [remark])];
    const book = await readXlsx(await bytesOf(xlsxBytes(batchesOf(table), 'x')));
    expect(book.sheets[0]?.rows.slice(1).map(([remark]) => remark)).toEqual(read);
    const csv = parseCsv((await bytesOf(csvBytes(batchesOf(table)))).toString('utf8'));
    expect(csv.slice(1).map(([remark]) => remark)).toEqual(read.map((remark) => inertText(remark)));
  });

  it('declaration-constructor.json', async () => {
    const text = await readFile(`${FOLDER}/declaration-constructor.json`, 'utf8');
    const { problems } = checkDeclarations([{ file: 'oddities2.json', text }]);
    expect(problems).toMatchObject([{ id: 'R016', args: { value: 'constructor' } }]);
  });
});

import { describe, expect, it } from 'vitest';
import { HEADER_ROW, lyingZip, text, workbook } from '#tests/support/workbook.ts';
import { rowsOf, refusal } from './sheetFiles.ts';

async function cells(bytes: Buffer | string | Promise<Buffer>): Promise<string[][]> {
  const rows = await rowsOf(Buffer.from(await bytes));
  return rows.map((row) => row.cells.map(({ text: shown, flaw }) => (flaw ? `${shown} (${flaw})` : shown)));
}

const gb18030 = (hex: string) => Buffer.from(hex, 'hex');

describe('a CSV', () => {
  it.each([
    ['with a byte order mark', '\uFEFFname,amount\n王,1', [['name', 'amount'], ['王', '1']]], // prettier-ignore
    ['of semicolons, as Spanish Excel writes', 'name;amount\r\nAna;1,5', [['name', 'amount'], ['Ana', '1,5']]], // prettier-ignore
    ['of tabs', 'name\tamount\nAna\t1', [['name', 'amount'], ['Ana', '1']]], // prettier-ignore
    ['with quoted line breaks and blank lines', 'a,b\n\n"x\ny",2\n,\n', [['a', 'b'], ['x\ny', '2']]], // prettier-ignore
    ['with rounded numbers, and formulas as texts', 'a,b\n=1+1,6.22202E+18', [['a', 'b'], ['=1+1', '6.22202E+18 (digits_lost)']]], // prettier-ignore
  ])('%s is accepted', async (_name, content, expected) => {
    expect(await cells(content)).toEqual(expected);
  });

  it('is read in UTF-16 and GB18030', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('姓名\t1', 'utf16le')]);
    expect(await cells(utf16)).toEqual([['姓名', '1']]);
    // 收款人,金额 / 王伟,1
    const bytes = gb18030('cad5bfeec8cb2cbdf0b6ee0acdf5ceb02c31');
    expect(await cells(bytes)).toEqual([['收款人', '金额'], ['王伟', '1']]); // prettier-ignore
  });

  it.each([
    ['letters with accents in an encoding of one byte', Buffer.from('nombre\nJosé Pérez Núñez', 'latin1')],
    ['Japanese in Shift_JIS', gb18030('8eF38E e68ee82c8ba0 8a7a'.replaceAll(' ', ''))],
  ])('is rejected if its encoding is ambiguous: %s', async (_name, bytes) => {
    expect(await refusal(bytes)).toBe('batch_encoding');
  });

  it.each([
    ['batch_csv_broken', Buffer.from('a,b\n"x,1')],
    ['batch_file_type', Buffer.from('a\u0000b,c\n')],
    ['batch_file_type', Buffer.from('%PDF-1.7\n')],
    ['file_empty', Buffer.alloc(0)],
    ['batch_old_excel', Buffer.from('d0cf11e0a1b11ae100', 'hex')],
    [
      'batch_encrypted',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    ],
    ['batch_too_many_rows', Buffer.from(`h\n${'x\n'.repeat(10_001)}`)],
    ['batch_too_many_rows', Buffer.from(`h,\n${',\n'.repeat(100_001)}`)],
    ['batch_cell_too_large', Buffer.from(`h\n${'x'.repeat(32_768)}`)],
    ['batch_too_many_rows', Buffer.alloc(5 * 1_048_576, '\n')],
    ['batch_too_many_columns', Buffer.alloc(5 * 1_048_576, ',')],
    ['batch_too_many_columns', Buffer.from(`h\n${','.repeat(16_384)}`)],
  ])('is rejected as %s', async (key, bytes) => {
    expect(await refusal(bytes)).toBe(key);
  });

  it('is read for its known columns; only rows with text in other columns alone are left out', async () => {
    const content = `x,a,y,b\n1,2,3,4\n1,,3,\n${'z,,z\n'.repeat(20_000)}1,${'w'.repeat(5_000)},,6`;
    expect(await cells(content)).toEqual([['a', 'b'], ['2', '4'], ['w'.repeat(2_001), '6']]); // prettier-ignore
  });

  it('may have as many columns as a spreadsheet', async () => {
    expect(await cells(`${','.repeat(16_383)}a\n${','.repeat(16_383)}1`)).toEqual([['a'], ['1']]);
  });

  it('of 10,000 rows is not too long', async () => {
    expect(await rowsOf(Buffer.from(`h\n${'x\n'.repeat(10_000)}`))).toHaveLength(10_001);
  });
});

describe('a workbook', () => {
  it('is read with shared, inline and numeric cells, in any position', async () => {
    const rows =
      `${HEADER_ROW}<row r="4"><c r="A4" t="s"><v>0</v></c><c r="D4"><v>12.350000000000001</v></c>` +
      '<c r="C4"><v>1000</v></c><c r="E4" t="b"><v>1</v></c></row>' +
      '<row><c t="str"><v>a_x000D_b</v></c><c><v>6222021234567890123</v></c><c><f>1+1</f><v>2</v></c>' +
      '<c t="e"><v>#REF!</v></c><c s="1"><v>46347</v></c></row>';
    const strings = '<sst><si><r><t>受取</t></r><r><t>人</t></r><rPh sb="0" eb="1"><t>ウケ</t></rPh></si></sst>';
    const styles = '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>'; // prettier-ignore
    const read = await rowsOf(await workbook({ rows, strings, styles }));
    expect(read.map(({ line }) => line)).toEqual([1, 4, 5]);
    const shown = await cells(workbook({ rows, strings, styles }));
    expect(shown.slice(1)).toEqual([
      ['受取人', '', '1000', '12.35', 'TRUE'],
      ['a\rb', '6222021234567890123 (digits_lost)', '2 (formula)', '#REF! (cell_error)', '46347 (not_plain)'],
    ]);
  });

  it('is rejected if it contains a document type, whatever that declares', async () => {
    const prolog = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
    expect(await refusal(workbook({ prolog, rows: `<row>${text('A1', '&b;')}</row>` }))).toBe('batch_xlsx_broken');
    expect(await refusal(workbook({ prolog: '<!DOCTYPE x>', rows: HEADER_ROW }))).toBe('batch_xlsx_broken');
    expect(await refusal(workbook({ rows: `<row>${text('A1', '&unknown;')}</row>` }))).toBe('batch_xlsx_broken');
  });

  it.each([
    [
      'more text than payments have',
      'batch_too_heavy',
      () =>
        workbook({
          rows: HEADER_ROW + sharedTexts(9_000),
          strings: `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
        }),
    ],
    [
      'too many shared texts',
      'batch_xlsx_too_large',
      () => workbook({ rows: HEADER_ROW, strings: `<sst>${varied(1_000_001, () => '<si/>')}</sst>` }),
    ],
    [
      'a value longer than a cell holds',
      'batch_cell_too_large',
      () => workbook({ rows: `${HEADER_ROW}<row><c t="str"><v>${varied(10_000, (at) => `${at}`)}</v></c></row>` }),
    ],
    ['an invalid row number', 'batch_xlsx_broken', () => workbook({ rows: `<row r="x">${text('A1', 'a')}</row>` })],
    ['a row below the first', 'batch_xlsx_broken', () => workbook({ rows: `<row r="0">${text('A1', 'a')}</row>` })],
  ])('with %s is rejected', async (_name, key, make) => {
    expect(await refusal(make())).toBe(key);
  });

  it.each([
    ['cut off', async () => (await workbook({ rows: HEADER_ROW })).subarray(0, -30)],
    ['nested without end', () => workbook({ rows: '<a>'.repeat(40) + '</a>'.repeat(40) })],
    ['not well formed', () => workbook({ rows: '<row>' })],
    ['not UTF-8', () => workbook({ rows: '', more: { 'xl/worksheets/sheet1.xml': Buffer.from([0x3c, 0xff]) } })],
    ['without its sheet', () => workbook({ rows: '', more: { 'xl/_rels/workbook.xml.rels': Buffer.from('<R/>') } })],
  ])('that is %s is rejected', async (_name, make) => {
    expect(await refusal(make())).toBe('batch_xlsx_broken');
  });

  it("isn't recognised in another kind of ZIP", async () => {
    expect(await refusal(lyingZip('word/document.xml', 10, 10))).toBe('batch_file_type');
  });
});

/** Rows of six cells that all reference the first shared string. */
function sharedTexts(count: number): string {
  return `<row>${'<c t="s"><v>0</v></c>'.repeat(5)}</row>`.repeat(count);
}

const varied = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

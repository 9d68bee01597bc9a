import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Cell, NumberCell } from '#server/resources/export/Cell.ts';
import { xlsxBytes } from '#server/resources/export/xlsx/xlsxBytes.ts';
import { readZip } from '#tests/support/readZip.ts';
import { batchesOf, bytesOf } from './batches.ts';

const written = (rows: Cell[][], title = 'Orders') => bytesOf(xlsxBytes(batchesOf(rows), title));
const sheetOf = async (rows: Cell[][]) =>
  readZip(await written(rows))
    .get('xl/worksheets/sheet1.xml')
    ?.toString() ?? '';
const amount = (value: string): NumberCell => ({ kind: 'number', text: value, value, format: 'hundredths' });

/** Texts of a sheet, decoded from XML and from the `_x000D_` notation of spreadsheets. */
function textsIn(sheet: string): string[] {
  return [...sheet.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map(([, xml = '']) =>
    xml
      .replaceAll(/&(lt|gt|quot|amp);/g, (entity) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"' })[entity] ?? '&')
      .replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

describe('an XLSX', () => {
  it('can be read by another library', async () => {
    const file = await written([
      ['No.', 'Amount (CNY)', 'Created at (Asia/Shanghai)', 'Day', 'Rate'],
      [
        '000123456789012345678',
        amount('-1234.50'),
        { kind: 'time', text: '2026-11-21 08:00:01' },
        { kind: 'time', text: '2026-02-28' },
        { kind: 'number', text: '2.50%', value: '0.0250', format: 'percent' },
      ],
    ]);
    const workbook = await readXlsx(file, { readStyles: true });
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['Orders']);
    expect(workbook.sheets[0]?.rows[1]).toEqual([
      '000123456789012345678',
      -1234.5,
      new Date('2026-11-21T08:00:01Z'),
      new Date('2026-02-28T00:00:00Z'),
      0.025,
    ]);
  });

  it("has amounts in the list's format, and days and times as such", async () => {
    const sheet = await sheetOf([
      ['a', 'b', 'c'],
      [amount('1.00'), { kind: 'time', text: '2026-11-21 08:00:00' }, { kind: 'time', text: '2026-11-21' }],
    ]);
    const styles = readZip(await written([['a']]))
      .get('xl/styles.xml')
      ?.toString();
    const formats = [...(styles?.split('<cellXfs')[1] ?? '').matchAll(/numFmtId="(\d+)"/g)].map(([, id]) => id);
    const used = [...sheet.matchAll(/<c r="[ABC]2" s="(\d+)">/g)].map(([, style]) => formats[Number(style)]);
    expect(used).toEqual(['4', '165', '164']);
    expect(styles).toContain(String.raw`numFmtId="165" formatCode="yyyy\-mm\-dd\ hh:mm:ss"`);
  });

  it('preserves any text', async () => {
    const nasty = fc.constantFrom(
      '_x0041_',
      '_x0041_x0042_',
      '_x005F_',
      '__x000D__',
      '\r\n',
      ' ',
      '&amp;',
      ']]>',
      '\ufffe',
    );
    const text = fc
      .array(fc.oneof(nasty, fc.string({ unit: 'binary' })), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('').replaceAll('\0', ''))
      .filter((joined) => joined !== '');
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async (texts) => {
        const sheet = await sheetOf([['a'], ...texts.map((one) => [one])]);
        expect(textsIn(sheet).slice(1)).toEqual(texts);
        // oxlint-disable-next-line no-control-regex -- none of them may be in XML
        expect(sheet).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
      }),
      { numRuns: 300 },
    );
  });

  it("never contains a formula: a text that looks like one has Excel's apostrophe", async () => {
    const sheet = await sheetOf([['a'], ['=1+1'], ["=cmd|' /C calc'!A0"], ['＝1'], ['+86 138'], ['plain']]);
    expect(sheet).not.toMatch(/<f[ >]/);
    const styles = [...sheet.matchAll(/<c r="A[2-6]" s="(\d+)" t="inlineStr">/g)].map(([, style]) => style);
    expect(styles).toEqual(['2', '2', '2', '2', '1']);
    const xfs = readZip(await written([['a']]))
      .get('xl/styles.xml')
      ?.toString()
      .split('<cellXfs')[1]
      ?.match(/<xf [^>]+>/g);
    expect(xfs?.[2]).toContain('quotePrefix="1"');
    expect(xfs?.[1]).not.toContain('quotePrefix');
  });

  it.each([
    ['999999999999999', true],
    ['9999999999999.99', true],
    ['-9999999999999.99', true],
    ['10000000000000.01', false],
    ['92233720368547758.07', false],
    ['0.07', true],
  ])(
    'writes %s as a number: %s, so that Excel, with its precision of 15 digits, rounds nothing',
    async (value, asNumber) => {
      const sheet = await sheetOf([['a'], [amount(value)]]);
      expect(/<c r="A2" s="\d+"><v>([^<]*)<\/v>/.exec(sheet)?.[1]).toBe(asNumber ? value : undefined);
      if (!asNumber) expect(textsIn(sheet)[1]).toBe(value);
    },
  );

  it.each(['1900-02-28', '0999-01-01 00:00:00', '12026-01-01 00:00:00', '2026-13-01', 'soon'])(
    'writes %s, for which Excel has no day, as a text',
    async (text) => {
      expect(textsIn(await sheetOf([['a'], [{ kind: 'time', text }]]))[1]).toBe(text);
    },
  );

  it("truncates a text at a cell's limit, and marks it", async () => {
    const [, cut = ''] = textsIn(await sheetOf([['a'], ['x'.repeat(32_768)]]));
    expect([cut.length, cut.at(-1)]).toEqual([32_767, '…']);
    expect(textsIn(await sheetOf([['a'], ['x'.repeat(32_767)]]))[1]).toBe('x'.repeat(32_767));
  });

  it.each([
    ['Orders [a]: b*?/\\', 'Orders  a   b'],
    ["'quoted'", 'quoted'],
    ['', 'Sheet1'],
    ['代收订单'.repeat(9), '代收订单'.repeat(9).slice(0, 31)],
    ['R&D "x" <y>', 'R&D "x" <y>'],
  ])('names the sheet of %j as Excel allows', async (title, name) => {
    const { sheets } = await readXlsx(await written([['a']], title));
    expect(sheets[0]?.name).toBe(name);
  });

  it('has a column after Z', async () => {
    const row = Array.from({ length: 30 }, (_, at) => String(at));
    const { sheets } = await readXlsx(await written([row, row]));
    expect(sheets[0]?.rows[1]).toEqual(row);
    expect(await sheetOf([row])).toContain('<c r="AD1"');
  });

  it('stops requesting rows when the reader stops', async () => {
    let asked = 0;
    let ended = false;
    async function* endless() {
      try {
        yield { kind: 'header' as const, rows: [['a']] };
        for (;;) {
          asked += 1;
          yield { kind: 'data' as const, rows: [[Math.random().toString().repeat(1000)]] };
        }
      } finally {
        ended = true;
      }
    }
    let pieces = 0;
    for await (const { length } of xlsxBytes(endless(), 'x')) if ((pieces += length) > 100_000) break;
    await expect.poll(() => ended).toBe(true);
    expect(asked).toBeGreaterThan(0);
  });

  it('fails if its rows fail, without a complete file', async () => {
    async function* failing() {
      yield { kind: 'header' as const, rows: [['a']] };
      throw new Error('the database is gone');
    }
    await expect(bytesOf(xlsxBytes(failing(), 'x'))).rejects.toThrow('the database is gone');
  });
});

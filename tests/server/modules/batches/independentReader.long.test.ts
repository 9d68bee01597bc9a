import fc from 'fast-check';
import { formatValue } from 'hucre';
import { parseCsv } from 'hucre/csv';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { BATCH_COLUMNS } from '#shared/contract/batchFile.ts';
import { text, workbook } from '#tests/support/workbook.ts';
import { paymentsIn } from './readFile.ts';

/** Formats that show the number itself, with leading zeros or a currency, and formats that show something else. */
const PLAIN = ['General', '0', '0.00', '#,##0.00', '000000000000000', '0000', '"¥"#,##0.00', '0.00"元"', '[Red]0.00', '#,##0.00_);(#,##0.00)', '0000 0000 0000']; // prettier-ignore
const OTHER = ['yyyy-mm-dd', 'm/d/yy h:mm', '[h]:mm', '0%', '# ?/?', '0.0,', '0"万"', '"6222"0000', 'aaaa', '[$-F800]dddd', 'ggge', '[h]']; // prettier-ignore
const FORMATS = [...PLAIN, ...OTHER];

const styles = `<styleSheet><numFmts>${FORMATS.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellXfs>${FORMATS.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')}</cellXfs></styleSheet>`;

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const HEADER = `<row r="1">${BATCH_COLUMNS.map((name, at) => text(`${'ABCDEF'[at]}1`, name)).join('')}</row>`;

const amount = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }),
  fc.integer({ min: 100, max: 9_999_999 }).map((hundredths) => hundredths / 100),
);
const card = fc.integer({ min: 10_000_000, max: 99_999_999_999_999 });

interface Drawn {
  card: number;
  cardFormat: number;
  amount: number;
  amountFormat: number;
  remark: string;
  isHidden: boolean;
  isBlank: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  card,
  cardFormat: fc.nat(FORMATS.length - 1),
  amount,
  amountFormat: fc.nat(FORMATS.length - 1),
  remark: fc.constantFrom('', 'pay', '工资', '  =1+1', '_x000D_'),
  isHidden: fc.boolean(),
  isBlank: fc.boolean(),
});

const rowXml = (row: Drawn, line: number) =>
  row.isBlank
    ? `<row r="${line}" ht="20" customHeight="1"><c r="A${line}" s="1"/></row>`
    : `<row r="${line}"${row.isHidden ? ' hidden="1"' : ''}>${text(`A${line}`, `Payee ${line}`)}` +
      `<c r="B${line}" s="${row.cardFormat}"><v>${row.card}</v></c>${text(`C${line}`, 'ICBC')}` +
      `<c r="E${line}" s="${row.amountFormat}"><v>${row.amount}</v></c>${text(`F${line}`, row.remark)}</row>`;

/** Names of parts as programs choose them. */
const partNames = fc.constantFrom('xl/', 'XL/', 'workbook/');

describe('a generated workbook', () => {
  it('is read as an independent reader reads and formats it', async () => {
    let numbers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 8 }), async (rows) => {
        const xml = HEADER + rows.map((row, at) => rowXml(row, at + 2)).join('');
        const bytes = await workbook({ sheets: [{ name: 'a', rows: xml }], styles, strings: '<sst/>' });
        const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets;
        const isHidden = (line: number) => sheet?.rowDefs?.get(line - 1)?.hidden === true;
        const { payments, choices } = await paymentsIn(bytes, { hiddenRows: 'include' });
        const filled = rows.flatMap((row, at) => (row.isBlank ? [] : [{ ...row, line: at + 2 }]));
        if (filled.length === 0) return;
        expect(choices).toBeNull();
        expect(payments.map(({ line }) => line)).toEqual(filled.map(({ line }) => line));
        for (const { line, cells } of payments) {
          const of = (column: number) => sheet?.cells?.get(`${line - 1},${column}`);
          expect(cells.remark.text).toBe(sheet?.rows[line - 1]?.[5] ?? '');
          for (const [column, read] of [
            [1, cells.card_number],
            [4, cells.amount],
          ] as const) {
            // prettier-ignore
            const cell = of(column);
            const code = cell?.style?.numFmt ?? 'General';
            const isDate = cell?.value instanceof Date;
            if (isDate || OTHER.includes(code)) expect([code, read.flaw]).toEqual([code, 'not_plain']);
            if (read.flaw !== null) continue;
            numbers += 1;
            const shown = formatValue(cell?.value, code).replaceAll(/[^\d.]/g, '');
            const bare = read.text.replaceAll(/[^\d.]/g, '');
            // Decimals of 0 are displayed, but not read.
            expect([code, withoutZeros(bare)]).toEqual([code, withoutZeros(shown)]);
          }
        }
        const without = await readOrAsk(bytes);
        if (filled.some(({ line }) => isHidden(line))) expect(without).toBe('asks');
        else expect(without).toEqual(payments.length);
        if (filled.every((row) => row.isHidden)) return;
        const left = await paymentsIn(bytes, { hiddenRows: 'leave_out' });
        expect(left.payments.map(({ line }) => line)).toEqual(
          filled.map(({ line }) => line).filter((line) => !isHidden(line)),
        );
      }),
      { numRuns: 150 },
    );
    expect(numbers).toBeGreaterThan(100);
  });

  it('of another program is read or asks which of its sheets has the payments', async () => {
    const sheet = fc.record({ hasPayments: fc.boolean(), isHidden: fc.boolean(), titles: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(fc.array(sheet, { minLength: 1, maxLength: 4 }), fc.nat(3), async (drawnSheets, active) => {
        const sheets = drawnSheets.map(({ hasPayments, titles }, at) => ({
          name: `Sheet ${at}`,
          rows: [
            ...Array.from({ length: titles }, (_, title) => [`Title ${title}`]),
            ...(hasPayments ? [[...BATCH_COLUMNS], [`Payee ${at}`, '6222020000127776', 'ICBC', '', 10 + at, '']] : []),
          ],
          ...(drawnSheets[at]?.isHidden && { hidden: true }),
        }));
        const activeSheet = active % sheets.length;
        if (drawnSheets.every(({ isHidden }) => isHidden)) return;
        const bytes = Buffer.from(await writeXlsx({ sheets, activeSheet }));
        const candidates = drawnSheets.flatMap(({ hasPayments, isHidden }, at) =>
          hasPayments && !isHidden ? [at] : [],
        );
        const [only, another] = candidates;
        if (only === undefined) {
          await expect(paymentsIn(bytes)).rejects.toMatchObject({ fields: { file: {} } });
          return;
        }
        if (another === undefined) {
          const { reading, payments } = await paymentsIn(bytes);
          expect(payments.map(({ amount: paid }) => paid)).toEqual([`${10 + only}.00`]);
          expect(reading).toMatchObject({ sheet: `Sheet ${only}`, rows_above: drawnSheets[only]?.titles });
          const unread = drawnSheets.flatMap(({ isHidden, titles }, at) =>
            at !== only && (isHidden || titles > 0) ? [`Sheet ${at}`] : [],
          );
          expect(reading?.other_sheets.map(({ name }) => name)).toEqual(unread);
          return;
        }
        const { choices } = await paymentsIn(bytes);
        const first = candidates.includes(activeSheet) ? activeSheet : only;
        expect(choices?.sheets.map(({ name }) => name)).toEqual(
          [first, ...candidates.filter((at) => at !== first)].map((at) => `Sheet ${at}`),
        );
        for (const at of candidates) {
          const { payments } = await paymentsIn(bytes, { sheet: `Sheet ${at}` });
          expect(payments.map(({ amount: paid }) => paid)).toEqual([`${10 + at}.00`]);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('is found by its relationships, whatever its parts are called', async () => {
    await fc.assert(
      fc.asyncProperty(partNames, fc.boolean(), async (folder, isAbsolute) => {
        const main = `${folder}Book.XML`;
        const target = (name: string) => (isAbsolute ? `/${folder}${name}` : name);
        const type = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
        const bytes = await workbook({
          more: {
            '_rels/.rels': Buffer.from(
              `<Relationships><Relationship Id="a" Type="${type}/officeDocument" Target="${main.toLowerCase()}"/></Relationships>`,
            ),
            [main]: Buffer.from(
              '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="a" sheetId="1" r:id="q"/></x:sheets></x:workbook>',
            ),
            [`${folder}_rels/Book.XML.rels`]: Buffer.from(
              `<Relationships><Relationship Id="q" Type="${type}/worksheet" Target="${target('TAB.xml')}"/>` +
                `<Relationship Id="s" Type="${type}/sharedStrings" Target="${target('Words.xml')}"/></Relationships>`,
            ),
            [`${folder}Tab.xml`]: Buffer.from(
              `<worksheet><sheetData>${HEADER}<row r="2"><c r="A2" t="s"><v>0</v></c>${text('B2', '6222020000127776')}${text('C2', 'ICBC')}<c r="E2"><v>7</v></c></row></sheetData></worksheet>`,
            ),
            [`${folder}words.XML`]: Buffer.from('<sst><si><t>Wang</t></si></sst>'),
          },
        });
        const { payments } = await paymentsIn(bytes);
        expect(payments).toMatchObject([{ card: '6222020000127776', amount: '7.00' }]);
        expect(payments[0]?.cells.payee_name.text).toBe('Wang');
      }),
      { numRuns: 10 },
    );
  });
});

describe('a generated CSV', () => {
  it('is read as an independent reader reads it', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '王', '"', ',', ';', '\n', '\r\n', ' ', "'", '=', '𠮷'),
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            { weight: 9, arbitrary: cell },
            cell.map((inner) => `="${inner}"`),
          ),
          { minLength: 1, maxLength: 5 },
        ),
        fc.constantFrom(',', ';', '\t'),
        fc.boolean(),
        async (remarks, delimiter, isNamed) => {
          const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
          const rows = remarks.map((remark) => ['Wang', '6222020000127776', 'ICBC', '', '5.00', remark]);
          const content = [[...BATCH_COLUMNS], ...rows].map((row) => row.map(quoted).join(delimiter)).join('\r\n');
          const bytes = Buffer.from(`\uFEFF${isNamed ? `sep=${delimiter}\r\n` : ''}${content}`);
          const { payments } = await paymentsIn(bytes);
          const independent = parseCsv(content, { delimiter }).slice(1);
          expect(payments.map(({ cells }) => cells.remark.text)).toEqual(
            independent.map((row) => literal(String(row[5] ?? ''))),
          );
        },
      ),
    );
  });

  it('whose amounts have commas without quotation marks has no other amount in silence', async () => {
    const shown = fc
      .integer({ min: 100_000, max: 999_999_999 })
      .map((hundredths) => (hundredths / 100).toLocaleString('en', { minimumFractionDigits: 2 }));
    const whole = fc.integer({ min: 1_000, max: 9_999_999 }).map((units) => units.toLocaleString('en'));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(shown, whole),
        fc.constantFrom('', ',', ',remark'),
        fc.boolean(),
        async (written, end, hasRemark) => {
          const header = ['payee_name', 'card_number', 'bank_name', 'amount', ...(hasRemark ? ['remark'] : [])].join(
            ',',
          );
          const { payments } = await paymentsIn(Buffer.from(`${header}\nWang,6222020000127776,ICBC,${written}${end}`));
          expect(payments.map(({ amount: paid }) => paid)).toEqual([null]);
        },
      ),
    );
  });
});

/** Spreadsheets write `="00123"` for a text that they would take for a number. The other reader doesn't know that. */
function literal(cell: string): string {
  const inner = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell)?.[1];
  return inner === undefined ? cell : inner.replaceAll('""', '"');
}

/** The number of payments, or that the file asks first. */
async function readOrAsk(bytes: Buffer): Promise<number | string> {
  const { choices, payments } = await paymentsIn(bytes);
  return choices ? 'asks' : payments.length;
}

/** Decimals of 0 don't change a number; leading zeros do. */
const withoutZeros = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits);

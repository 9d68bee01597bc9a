import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { describe, expect, it } from 'vitest';
import { type Cell, inertText } from '#server/resources/export/Cell.ts';
import { csvBytes } from '#server/resources/export/csvBytes.ts';
import { batchesOf, bytesOf } from './batches.ts';

const written = async (rows: Cell[][]) => (await bytesOf(csvBytes(batchesOf(rows)))).toString();
const read = (text: string) => parseCsv(text, { delimiter: ',' });

/** Text as a database stores it, without NUL and lone surrogates. */
const storedText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));

describe('a CSV', () => {
  it('is UTF-8 with a byte order mark, CRLF, and quotes where needed', async () => {
    const amount: Cell = { kind: 'number', text: '-1234.50', value: '-1234.50', format: 'hundredths' };
    const text = await written([
      ['编号', 'A "b"', 'Amount (CNY)'],
      ['0012345678901234567890', 'x,y\nz', amount],
      ['', '=1+1', { kind: 'time', text: '2026-11-21 08:00:00' }],
    ]);
    expect(text).toBe(
      '\uFEFF编号,"A ""b""",Amount (CNY)\r\n' +
        '0012345678901234567890,"x,y\nz",-1234.50\r\n' +
        ",'=1+1,2026-11-21 08:00:00\r\n",
    );
  });

  it('with one column shows an empty cell as a row', async () => {
    expect(await written([['Note'], [''], ['x']])).toBe('\uFEFFNote\r\n""\r\nx\r\n');
  });

  it('preserves any text, except for an apostrophe before potential formulas', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(storedText, storedText, storedText), { minLength: 1, maxLength: 5 }),
        async (rows) => {
          const text = await written([['a', 'b', 'c'], ...rows]);
          expect(read(text).slice(1)).toEqual(rows.map((row) => row.map(inertText)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has no cell that begins like a formula, except for our own numbers', async () => {
    const starts = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', ' =');
    await fc.assert(
      fc.asyncProperty(starts, storedText, async (start, rest) => {
        const [, [cell] = []] = read(await written([['a'], [start + rest]]));
        expect(String(cell).startsWith("'")).toBe(true);
      }),
    );
  });
});

import path from 'node:path';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CurrencyStatement } from '#shared/contract/statements.ts';
import { addDays, formatAmount } from '@merchant-console/declaration';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { translatorsOf } from '#server/i18n/translators.ts';
import type { LedgerEvent } from '#server/ledger/postings.ts';
import { book } from '#server/money/book.ts';
import { entryRows } from '#server/modules/statements/entryRows.ts';
import { createStatements, type StatementWithLines } from '#server/modules/statements/service.ts';
import { statementPdf } from '#server/modules/statements/statementPdf.ts';
import { csvBytes } from '#server/resources/export/csvBytes.ts';
import type { Cell } from '#server/resources/export/Cell.ts';
import { xlsxBytes } from '#server/resources/export/xlsx/xlsxBytes.ts';
import { readPdfRows } from '#tests/support/readPdfRows.ts';
import { readZip } from '#tests/support/readZip.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { moneyWorld, type MoneyWorld } from '../../money/moneyWorld.ts';

const MONTHS = [
  { from: '2026-01-01', to: '2026-01-31' },
  { from: '2026-02-01', to: '2026-02-28' },
  { from: '2026-03-01', to: '2026-03-31' },
] as const;
const START = Date.parse('2025-12-31T00:00:00Z');
/** The clocks change in March in New York. */
const ZONES = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'];
const ACCOUNTS = ['available', 'frozen'] as const;

const minutes = fc.integer({ min: 0, max: 91 * 24 * 60 });
/** Minutes around the midnights at both ends of the months, in any of these zones. */
const nearMonthEnd = fc
  .tuple(fc.constantFrom(0, 31, 59, 90), fc.integer({ min: -15 * 60, max: 15 * 60 }))
  .map(([day, minute]) => Math.max(0, (day + 1) * 24 * 60 + minute));
const ledger = fc.record({
  zone: fc.constantFrom(...ZONES),
  opening: fc.bigInt({ min: 10_000_000n, max: 999_999_999_999n }),
  moves: fc.array(
    fc.record({
      at: fc.oneof(minutes, nearMonthEnd),
      amount: fc.bigInt({ min: 1n, max: 100_000n }),
      kind: fc.constantFrom('credit', 'debit', 'freeze', 'release', 'paid'),
    }),
    { maxLength: 40 },
  ),
});
type Ledger = typeof ledger extends fc.Arbitrary<infer T> ? T : never;

const plain = (minor: bigint) => formatAmount(minor, 2).replaceAll(',', '');
const textOf = (cell: Cell | undefined) => (typeof cell === 'object' ? cell.text : (cell ?? ''));
/** A cell in minor units; 0 if it is empty. */
const minorOf = (cell: Cell | undefined) => BigInt(textOf(cell).replace('.', '') || '0');

describe('statements and their files', () => {
  let world: MoneyWorld;
  const translators: { en?: Parameters<typeof entryRows>[1]['translate'] } = {};
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
    translators.en = translatorsOf(await loadMessages(path.join(import.meta.dirname, '../../../../i18n'))).en;
  });
  afterAll(() => world.remove());

  /** Books the moves in chronological order, skipping those that exceed the balance. */
  async function written({ zone, opening, moves }: Ledger): Promise<string> {
    const { merchantId } = await world.merchant();
    await world.db.kysely
      .updateTable('merchants')
      .set({ time_zone: zone })
      .where('merchant_id', '=', merchantId)
      .execute();
    let frozen = 0n;
    const bookings: { at: Date; event: LedgerEvent }[] = [{ at: new Date(START), event: { kind: 'adjusted', amount: opening } }]; // prettier-ignore
    for (const { at, amount, kind } of moves.toSorted((a, b) => a.at - b.at)) {
      const charge = { amount, fee: 0n, deduction: 'inner' } as const;
      if ((kind === 'release' || kind === 'paid') && amount > frozen) continue;
      if (kind === 'freeze') frozen += amount;
      if (kind === 'release' || kind === 'paid') frozen -= amount;
      const events: Record<typeof kind, LedgerEvent> = {
        credit: { kind: 'adjusted', amount },
        debit: { kind: 'adjusted', amount: -amount },
        freeze: { kind: 'withdrawal_frozen', ...charge },
        release: { kind: 'withdrawal_released', ...charge },
        paid: { kind: 'withdrawal_succeeded', ...charge },
      };
      bookings.push({ at: new Date(START + at * 60_000), event: events[kind] });
    }
    for (const { at, event } of bookings) {
      const booking = { event, businessId: uuidv7(), businessOrderNo: 'A0' };
      await world.run((tx) => book(tx, { merchantId, currency: 'CNY', at }, [booking]));
    }
    return merchantId;
  }

  const own = { currency: 'CNY', is_divide_hundred: 1, time_zone: 'UTC' } as const;
  const words = () => {
    if (!translators.en) throw new Error('not loaded');
    return { language: 'en', translate: translators.en, own, userName: 'maker' } as const;
  };
  async function tableOf(read: StatementWithLines) {
    const data: Cell[][] = [];
    const totals: Cell[][] = [];
    for await (const { kind, rows } of entryRows(read, words())) {
      if (kind === 'data') data.push(...rows);
      if (kind === 'total') totals.push(...rows.slice(1));
    }
    return { data, totals };
  }
  async function bytesOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
    const all: Buffer[] = [];
    for await (const piece of pieces) all.push(piece);
    return Buffer.concat(all);
  }
  const only = ({ statement }: StatementWithLines): CurrencyStatement => {
    const [one] = statement.statements;
    if (!one) throw new Error('no currency');
    return one;
  };

  function expectControlTotals(of: CurrencyStatement, data: Cell[][], totals: Cell[][]): void {
    ACCOUNTS.forEach((account, at) => {
      const name = account === 'available' ? 'Available' : 'Frozen';
      const rows = data.filter((row) => row[4] === name);
      const sum = (column: number) => rows.reduce((total, row) => total + minorOf(row[column]), 0n);
      const [opening, closing] = [BigInt(of.whole.opening[account]), BigInt(of.whole.closing[account])];
      expect(opening + sum(7) - sum(6)).toBe(closing);
      let running = opening;
      for (const row of rows) {
        running += minorOf(row[7]) - minorOf(row[6]);
        expect(minorOf(row[8])).toBe(running);
      }
      const shown = totals.slice(at * 4, at * 4 + 4).map((row) => row.slice(6, 9).map(textOf));
      expect(shown).toEqual([
        ['', '', plain(opening)],
        [plain(sum(6)), plain(sum(7)), ''],
        ['', '', plain(closing)],
        ['', '', '0.00'],
      ]);
    });
  }

  it('agree exactly: balances, lines, months, CSV, XLSX and PDF, in every time zone', async () => {
    const statements = createStatements(world);
    await fc.assert(
      fc.asyncProperty(ledger, async (drawn) => {
        const merchantId = await written(drawn);
        let before: CurrencyStatement['whole']['closing'] | null = null;
        for (const month of MONTHS) {
          const read = await statements.readWithLines(merchantId, month);
          const of = only(read);
          expect(of).toEqual((await statements.read(merchantId, month)).statements[0]);
          if (before) expect(of.whole.opening).toEqual(before);
          before = of.whole.closing;
          const { data, totals } = await tableOf(read);
          expect(read.lines.get('CNY')?.changes).toBe(data.length);
          expectControlTotals(of, data, totals);
          const days = data.map((row) => textOf(row[0]).slice(0, 10));
          expect(days.filter((day) => day < month.from || day >= addDays(month.to, 1))).toEqual([]);
          await expectSameInFiles(read, of, [...data, ...totals]);
        }
      }),
      { numRuns: 12 },
    );
  });

  async function expectSameInFiles(read: StatementWithLines, of: CurrencyStatement, rows: Cell[][]): Promise<void> {
    const texts = rows.map((row) => row.map(textOf));
    const csv = (await bytesOf(csvBytes(entryRows(read, words())))).toString().trimEnd().split('\r\n');
    expect(csv.slice(1).filter((line) => !/^,+$/.test(line))).toEqual(texts.map((row) => row.join(',')));
    const sheet = readZip(await bytesOf(xlsxBytes(entryRows(read, words()), 'Entries'))).get(
      'xl/worksheets/sheet1.xml',
    );
    const numbers = [...(sheet?.toString() ?? '').matchAll(/<c r="[G-L]\d+" s="\d+"><v>([^<]*)<\/v>/g)];
    expect(numbers.map(([, value]) => value)).toEqual(
      texts.flatMap((row) => row.slice(6)).filter((text) => text !== ''),
    );
    const pages = readPdfRows(await bytesOf(statementPdf(read, words())));
    const pdf = pages.flat().map((row) => row.map((text) => text.replaceAll(',', '')));
    const { opening, credit, debit, closing } = of.whole;
    const moved = (minor: string) => (BigInt(minor) > 0n ? `+${plain(BigInt(minor))}` : plain(BigInt(minor)));
    expect(pdf).toContainEqual([plain(BigInt(opening.total)), moved(credit), plain(BigInt(debit)), plain(BigInt(closing.total))]); // prettier-ignore
    if (read.lines.get('CNY')?.changes !== 0) {
      const columns = [0, 1, 2, 3, 4, 9, 10, 6, 7, 8];
      const shown = texts.map((row) => columns.map((at) => row[at]).filter((text) => text !== ''));
      const isEntry = (row: (string | undefined)[]) => row.includes('Available') || row.includes('Frozen');
      const heads = pdf.findIndex((row) => row[0] === 'Ledger entries – CNY');
      expect(pdf.slice(heads).filter((row) => isEntry(row) && row[0] !== 'Date (UTC)')).toEqual(shown.filter(isEntry));
      expect(pdf).toEqual(expect.arrayContaining(shown));
    }
    const numbersOf = pages.map((page) => page.at(-1)?.at(-1));
    expect(numbersOf).toEqual(pages.map((_, at) => `Page ${at + 1} of ${pages.length}`));
  }
});

import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTurnover, type CurrencyStatement, type StatementSection } from '#shared/contract/statements.ts';
import { formatAmount } from '@merchant-console/declaration';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { translatorsOf } from '#server/i18n/translators.ts';
import { openWallet } from '#server/ledger/wallets.ts';
import type { LedgerEvent } from '#server/ledger/postings.ts';
import { book } from '#server/money/book.ts';
import { entriesFile, statementFile } from '#server/modules/statements/statementFile.ts';
import { lineOf } from '#server/modules/statements/statementOf.ts';
import { createStatements, type StatementWithLines } from '#server/modules/statements/service.ts';
import { statementPdf } from '#server/modules/statements/statementPdf.ts';
import { readPdfRows } from '#tests/support/readPdfRows.ts';
import { readZip } from '#tests/support/readZip.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { moneyWorld, type MoneyWorld } from '../../money/moneyWorld.ts';

const PERIOD = { from: '2026-05-01', to: '2026-05-03' };
const START = Date.parse('2026-04-30T00:00:00Z');

const charge = fc
  .record({
    amount: fc.oneof(fc.bigInt({ min: 1n, max: 9n }), fc.bigInt({ min: 1n, max: 500_000n })),
    share: fc.constantFrom(0n, 6n, 100n, 1_000n),
    deduction: fc.constantFrom('inner' as const, 'outer' as const),
  })
  // 1,000 thousandths: the fee takes the whole amount.
  .map(({ amount, share, deduction }) => ({ amount, fee: (amount * share) / 1_000n, deduction }));
const move = fc.record({
  at: fc.integer({ min: 0, max: 5 * 24 * 60 }),
  kind: fc.constantFrom('collection', 'deposit', 'credit', 'debit', 'payout', 'withdrawal', 'refund'),
  charge,
  /** Frozen money is paid, released, or stays frozen. */
  end: fc.constantFrom('succeeded', 'released', null),
});
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

/** The events of a move: what it does to the wallet, or freezes for the payee. */
function eventsOf({ kind, charge: of, end }: Move): LedgerEvent[] {
  switch (kind) {
    case 'collection':
      return [{ kind: 'collection_succeeded', ...of }];
    case 'deposit':
      return [{ kind: 'deposit_passed', ...of }];
    case 'credit':
      return [{ kind: 'adjusted', amount: of.amount }];
    case 'debit':
      return [{ kind: 'adjusted', amount: -of.amount }];
    default:
      return [{ kind: `${kind}_frozen`, ...of }, ...(end ? [{ kind: `${kind}_${end}` as const, ...of }] : [])];
  }
}

interface Sums {
  gross: bigint;
  fee: bigint;
  net: bigint;
}

describe('gross, fees and net of a statement', () => {
  let world: MoneyWorld;
  let translate: ReturnType<typeof translatorsOf>['en'];
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
    translate = translatorsOf(await loadMessages(path.join(import.meta.dirname, '../../../../i18n'))).en;
  });
  afterAll(() => world.remove());

  async function written(moves: readonly Move[], currency: string): Promise<string> {
    const { merchantId } = await world.merchant();
    await world.db.kysely.updateTable('merchants').set({ time_zone: 'UTC' }).where('merchant_id', '=', merchantId).execute(); // prettier-ignore
    await openWallet(world.db.kysely, merchantId, currency, new Date(START));
    const opening: LedgerEvent = { kind: 'adjusted', amount: 100_000_000n };
    const bookings = moves
      .toSorted((one, other) => one.at - other.at)
      .map((one) => ({ at: new Date(START + one.at * 60_000), events: eventsOf(one) }));
    for (const { at, events } of [{ at: new Date(START), events: [opening] }, ...bookings]) {
      const businessId = uuidv7();
      await world.run(
        (tx) =>
        book(tx, { merchantId, currency, at }, events.map((event) => ({ event, businessId, businessOrderNo: 'A0' }))), // prettier-ignore
      );
    }
    return merchantId;
  }

  /** What the ledger's entries of a section add up to, by line: outside the platform, its fees, and the wallet. */
  async function ledgerSums(merchantId: string, currency: string, { from, to }: StatementSection) {
    const { rows } = await sql<{ event: Exclude<LedgerEvent['kind'], never>; gains: boolean } & Sums>`
      select event, gains, (-coalesce(sum(amount) filter (where account in ('clearing', 'adjustments')), 0))::bigint as gross,
        coalesce(sum(amount) filter (where account = 'fees'), 0)::bigint as fee,
        coalesce(sum(amount) filter (where account in ('available', 'frozen')), 0)::bigint as net
      from (
        select t.event, e.account, e.amount,
          t.event = 'adjusted' and exists (
            select from ledger_entries a where a.merchant_id = e.merchant_id and a.transaction_id = e.transaction_id
              and a.account = 'available' and a.amount > 0
          ) as gains
        from ledger_entries e join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
        where e.merchant_id = ${merchantId} and e.currency = ${currency}
          and e.created_at between ${from}::timestamptz and ${to}::timestamptz
      ) as entries
      group by event, gains`.execute(world.db.kysely);
    return Object.fromEntries(rows.map(({ event, gains, gross, fee, net }) => [lineOf(event, gains), { gross, fee, net }])); // prettier-ignore
  }

  const amountsOf = ({ gross, fee, total }: { gross: string; fee: string; total: string }): Sums => ({
    gross: BigInt(gross),
    fee: BigInt(fee),
    net: BigInt(total),
  });
  const only = ({ statement }: StatementWithLines): CurrencyStatement => {
    const one = statement.statements.at(-1);
    if (!one) throw new Error('no currency');
    return one;
  };

  async function expectLedger(merchantId: string, currency: string, section: StatementSection): Promise<void> {
    const lines = section.lines.map((line) => [line.key, amountsOf(line)] as const);
    expect(Object.fromEntries(lines)).toEqual(await ledgerSums(merchantId, currency, section));
    for (const [, { gross, fee, net }] of lines) expect(gross - fee).toBe(net);
    const sum = (part: keyof Sums) => lines.reduce((total, [, sums]) => total + sums[part], 0n);
    const { activity, fees } = section;
    expect(activity).toEqual({ gross: `${sum('gross')}`, fee: `${sum('fee')}`, net: `${sum('net')}` });
    expect(BigInt(fees.charged) + BigInt(fees.returned)).toBe(sum('fee'));
    expect(BigInt(fees.returned)).toBe(lines.find(([key]) => key === 'refund')?.[1].fee ?? 0n);
    expect(BigInt(section.opening.total) + sum('net')).toBe(BigInt(section.closing.total));
  }

  it.each([
    ['CNY', 2],
    ['JPY', 0],
  ] as const)('equal the ledger, on the page and in each file (%s)', async (currency, scale) => {
    const own = { currency, is_divide_hundred: scale === 2 ? 1 : 0, time_zone: 'UTC' } as const;
    const deps = { language: 'en', translate, own, userName: 'maker' } as const;
    const statements = createStatements(world);
    const plain = (minor: bigint | string) => formatAmount(minor.toString(), scale).replaceAll(',', '');
    const rowsOf = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n').map((line) => line.split(',')); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 25 }), async (moves) => {
        const merchantId = await written(moves, currency);
        const read = await statements.readWithLines(merchantId, { ...PERIOD, currency });
        const of = only(read);
        for (const section of [of.whole, ...of.days]) await expectLedger(merchantId, currency, section);

        const turnover = of.whole.lines.filter(({ key }) => isTurnover(key));
        const named = turnover.map((line) => {
          const { gross, fee, net } = amountsOf(line);
          return { name: translate(`statement.lines.${line.key}`), amounts: [gross, fee, net].map(plain) };
        });
        const { gross, fee, net } = of.whole.activity;
        const total = { name: 'Total in and out', amounts: [gross, fee, net].map(plain) };

        const file = await statementFile(read.statement, 'csv', deps);
        const summary = rowsOf(file.body.toString()).filter((row) => row[1] === `${PERIOD.from} – ${PERIOD.to}`);
        expect(summary.filter((row) => row[6] !== '').map((row) => ({ name: row[2], amounts: row.slice(4, 7) }))).toEqual([
          ...named,
          total,
        ]); // prettier-ignore

        const entries = entriesFile(world.db, read, 'csv', deps);
        const rows = rowsOf((await buffer(entries.bytes)).toString()).slice(1);
        const [data, totals] = [rows.filter((row) => row[0] !== ''), rows.filter((row) => row[0] === '')];
        const minor = (text: string | undefined) => BigInt((text ?? '').replace('.', '') || '0');
        for (const row of data) {
          const [debit, credit, , grossOf, feeOf, netOf] = row.slice(6).map(minor);
          if (row[11] === '') continue;
          expect([(grossOf ?? 0n) - (feeOf ?? 0n), netOf]).toEqual([netOf, (credit ?? 0n) - (debit ?? 0n)]);
        }
        const sumOf = (name: string, column: number) =>
          data.reduce((sum, row) => (row[3] === name ? sum + minor(row[column]) : sum), 0n);
        expect(named.map(({ name }) => [9, 10, 11].map((column) => plain(sumOf(name, column))))).toEqual(
          named.map(({ amounts }) => amounts),
        );
        expect(totals.filter((row) => row[11]).map((row) => ({ name: row[3], amounts: row.slice(9, 12) }))).toEqual([
          ...named,
          total,
        ]);
        const { charged, returned } = of.whole.fees;
        for (const [name, amount] of [['Fees charged', charged], ['Fees returned', returned]] as const) {
          expect(totals.find((row) => row[3] === name)?.slice(9)).toEqual(['', plain(amount), '']);
        } // prettier-ignore

        const sheet = await statementFile(read.statement, 'xlsx', deps);
        const cells = readZip(sheet.body).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
        const numbers = (column: string) =>
          [...cells.matchAll(new RegExp(`<c r="${column}\\d+" s="\\d+"><v>([^<]*)</v>`, 'g'))].map(
            ([, value]) => value,
          );
        expect(numbers('G').slice(-named.length - 1)).toEqual([...named, total].map(({ amounts }) => amounts[2]));

        const signed = (text: string) => (/^[1-9]|^0\.0*[1-9]/.test(text) ? `+${text}` : text);
        const pdf = readPdfRows(await buffer(statementPdf(read, deps))).flat().map((row) => row.map((text) => text.replaceAll(',', ''))); // prettier-ignore
        for (const [at, { name, amounts: [g = '', f = '', n = ''] }] of named.entries()) {
          expect(pdf).toContainEqual([name, `${turnover[at]?.count}`, signed(g), f, signed(n)]);
        } // prettier-ignore
      }),
      { numRuns: 15 },
    );
  });

  it('count a fee that took the whole amount, which changes no wallet and has no ledger line', async () => {
    const at = 24 * 60 + 5;
    const whole = { amount: 7n, fee: 7n, deduction: 'inner' } as const;
    const merchantId = await written([{ at, kind: 'collection', charge: whole, end: null }], 'CNY');
    const read = await createStatements(world).readWithLines(merchantId, PERIOD);
    expect(only(read).whole.lines).toEqual([
      { key: 'collection', count: 0, gross: '7', fee: '7', available: '0', frozen: '0', total: '0' },
    ]);
    const own = { currency: 'CNY', is_divide_hundred: 1, time_zone: 'UTC' } as const;
    const csv = await buffer(entriesFile(world.db, read, 'csv', { translate, own }).bytes);
    expect(csv.toString().split('\r\n')[1]).toBe('2026-05-01 00:05:00,,A0,Collections,,CNY,,,,0.07,0.07,0.00');
  });
});

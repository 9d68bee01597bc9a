import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CurrencyStatement, isTurnover, type LineKey } from '#shared/contract/statements.ts';
import type { CurrencyData, Translate } from '@merchant-console/declaration';
import type { Cell, RowBatch } from '#server/resources/export/Cell.ts';
import { moneyCell } from '#server/resources/export/numberCells.ts';
import { showTimes } from '#server/resources/export/openTable.ts';
import type { CurrencyLines, StatementWithLines } from './service.ts';
import { lineOf, signed } from './statementOf.ts';
import type { LedgerLine } from './statementSql.ts';

interface Deps {
  translate: Translate;
  /** The merchant's own currency, which determines the format of amounts. */
  own: CurrencyData;
}

const ACCOUNTS = ['available', 'frozen'] as const;
type Account = (typeof ACCOUNTS)[number];

/** Columns of the table, by the translation key `statement.entries.<column>`. */
export const ENTRY_COLUMNS = [
  'time',
  'number',
  'order_no',
  'item',
  'account',
  'currency',
  'debit',
  'credit',
  'balance',
  'gross',
  'fee',
  'net',
] as const;

/** Rows of control totals per account. */
const TOTAL_ROWS = 4;

/** Rows of fee totals besides those of each kind of event: charged, returned, and both with the gross and net sums. */
const FEE_ROWS = 3;

/** Rows between two yields to the event loop: about 0.5 ms of work. */
const ROWS_A_TURN = 20;

/** Sums of the rows of an account, in minor units, never negative. */
interface Sums {
  count: number;
  debit: bigint;
  credit: bigint;
}

/** The accounting rows of one currency. */
interface EntryTable {
  /** Number of rows of `data` and `totals` together. */
  length: number;
  /** A row for each account that a line changes, and one for a fee that took the whole amount. */
  data(): AsyncGenerator<Cell[][], void, undefined>;
  /**
   * Totals of the rows that `data` has generated. For each account: opening balance, sums, closing balance, and the
   * closing balance less opening balance and sums, which is zero unless entries are missing or were changed. Then
   * gross, fee and net for each kind of event and altogether.
   */
  totals(): Cell[][];
}

/** Sums in minor units, outgoing amounts and returned fees negative. */
interface Charges {
  net: bigint;
  fee: bigint;
}

/** @param of the balances that the ledger recorded */
export function entryTable(of: CurrencyStatement, lines: CurrencyLines, zone: string, deps: Deps): EntryTable {
  const { translate, own } = deps;
  const { currency } = of;
  const showTime = showTimes(zone);
  const sums: Record<Account, Sums> = {
    available: { count: 0, debit: 0n, credit: 0n },
    frozen: { count: 0, debit: 0n, credit: 0n },
  };
  const kinds = new Map<LineKey, Charges>(
    of.whole.lines.flatMap(({ key }) => (isTurnover(key) ? [[key, { net: 0n, fee: 0n }]] : [])),
  );
  const money = (amount: bigint) => moneyCell(amount, currency, null, own);
  const accountName = (account: Account) => translate(`statement.${account}`);

  const chargeCells = ({ net, fee }: Charges) => [money(net + fee), money(fee), money(net)];

  /** Gross, fee and net of a line, which its first row has; empty if it only moved money between the accounts. */
  function chargesOf(line: LedgerLine): Cell[] {
    const sum = kinds.get(keyOf(line));
    if (!sum) return NO_CHARGES;
    const net = line.change_amount + line.frozen_change;
    sum.net += net;
    sum.fee += line.fee;
    return chargeCells({ net, fee: line.fee });
  }

  function rowsOf(line: LedgerLine): Cell[][] {
    const rows: Cell[][] = [];
    let charges = chargesOf(line);
    const head: Cell[] = [
      { kind: 'time', text: showTime(line.created_at) },
      line.serial_no ?? '',
      line.business_order_no ?? '',
      translate(`statement.lines.${keyOf(line)}`),
    ];
    for (const account of ACCOUNTS) {
      const change = account === 'available' ? line.change_amount : line.frozen_change;
      if (change === 0n) continue;
      const side = change > 0n ? 'credit' : 'debit';
      const amount = change > 0n ? change : -change;
      sums[account].count += 1;
      sums[account][side] += amount;
      rows.push([
        ...head,
        accountName(account),
        currency,
        side === 'debit' ? money(amount) : '',
        side === 'credit' ? money(amount) : '',
        money(account === 'available' ? line.balance_after : line.frozen_amount),
        ...charges,
      ]);
      charges = NO_CHARGES;
    }
    return rows.length > 0 ? rows : [[...head, '', currency, '', '', '', ...charges]];
  }

  function totalsOf(account: Account): Cell[][] {
    const { count, debit, credit } = sums[account];
    const opening = BigInt(of.whole.opening[account]);
    const closing = BigInt(of.whole.closing[account]);
    const row = (label: string, figures: Cell[]): Cell[] => ['', '', '', label, accountName(account), currency, ...figures, ...NO_CHARGES]; // prettier-ignore
    return [
      row(translate('statement.opening'), ['', '', money(opening)]),
      row(translate('statement.entries.total', { smart_count: count }), [money(debit), money(credit), '']),
      row(translate('statement.closing'), ['', '', money(closing)]),
      row(translate('statement.difference'), ['', '', money(closing - opening - credit + debit)]),
    ];
  }

  function totalsOfFees(): Cell[][] {
    const row = (text: string, cells: Cell[]): Cell[] => ['', '', '', translate(`statement.${text}`), '', currency, '', '', '', ...cells]; // prettier-ignore
    const all = [...kinds.values()];
    const nets = signed(all.map(({ net }) => net));
    const fees = signed(all.map(({ fee }) => fee));
    return [
      ...[...kinds].map(([key, sum]) => row(`lines.${key}`, chargeCells(sum))),
      row('fees_charged', ['', money(fees.positive), '']),
      row('fees_returned', ['', money(fees.negative), '']),
      row('activity', chargeCells({ net: nets.sum, fee: fees.sum })),
    ];
  }

  return {
    length: lines.changes + ACCOUNTS.length * TOTAL_ROWS + kinds.size + FEE_ROWS,
    async *data() {
      for await (const slice of lines.slices()) {
        for (let first = 0; first < slice.length; first += ROWS_A_TURN) {
          yield slice.slice(first, first + ROWS_A_TURN).flatMap(rowsOf);
          await nextTurn();
        }
      }
    },
    totals: () => [...ACCOUNTS.flatMap(totalsOf), ...totalsOfFees()],
  };
}

const NO_CHARGES: Cell[] = ['', '', ''];

const keyOf = ({ event, change_amount }: LedgerLine) => lineOf(event, change_amount > 0n);

/** Rows of the accounting file: all currencies, followed by the totals of each. */
export async function* entryRows(
  { statement, lines }: StatementWithLines,
  deps: Deps,
): AsyncGenerator<RowBatch, void, undefined> {
  yield { kind: 'header', rows: [entryHeader(statement.time_zone, deps.translate)] };
  const totals: Cell[][] = [];
  for (const of of statement.statements) {
    const own = lines.get(of.currency);
    if (!own) continue;
    const table = entryTable(of, own, statement.time_zone, deps);
    for await (const rows of table.data()) yield { kind: 'data', rows };
    totals.push(
      ENTRY_COLUMNS.map(() => ''),
      ...table.totals(),
    );
  }
  yield { kind: 'total', rows: totals };
}

/** Column headers. The first names the time zone. */
export function entryHeader(zone: string, translate: Translate): string[] {
  return ENTRY_COLUMNS.map((column) => translate(`statement.entries.${column}`, { zone }));
}

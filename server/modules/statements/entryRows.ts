import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CurrencyData } from '#shared/contract/session.ts';
import type { CurrencyStatement } from '#shared/contract/statements.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import type { Cell, RowBatch } from '#server/resources/export/Cell.ts';
import { moneyCell } from '#server/resources/export/numberCells.ts';
import { showTimes } from '#server/resources/export/openTable.ts';
import type { CurrencyLines, StatementWithLines } from './service.ts';
import { lineOf } from './statementOf.ts';
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
] as const;

/** Rows of control totals per account. */
const TOTAL_ROWS = 4;

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
  /** A row for each account that a line changes. */
  data(): AsyncGenerator<Cell[][], void, undefined>;
  /**
   * Control totals of the rows that `data` has generated: opening balance, sums, closing balance, and the closing
   * balance less opening balance and sums, which is zero unless entries are missing or were changed.
   */
  totals(): Cell[][];
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
  const money = (amount: bigint) => moneyCell(amount, currency, null, own);
  const accountName = (account: Account) => translate(`statement.${account}`);

  function rowsOf(line: LedgerLine): Cell[][] {
    const rows: Cell[][] = [];
    for (const account of ACCOUNTS) {
      const change = account === 'available' ? line.change_amount : line.frozen_change;
      if (change === 0n) continue;
      const side = change > 0n ? 'credit' : 'debit';
      const amount = change > 0n ? change : -change;
      sums[account].count += 1;
      sums[account][side] += amount;
      rows.push([
        { kind: 'time', text: showTime(line.created_at) },
        line.serial_no,
        line.business_order_no ?? '',
        translate(`statement.lines.${lineOf(line.event, line.change_amount > 0n)}`),
        accountName(account),
        currency,
        side === 'debit' ? money(amount) : '',
        side === 'credit' ? money(amount) : '',
        money(account === 'available' ? line.balance_after : line.frozen_amount),
      ]);
    }
    return rows;
  }

  function totalsOf(account: Account): Cell[][] {
    const { count, debit, credit } = sums[account];
    const opening = BigInt(of.whole.opening[account]);
    const closing = BigInt(of.whole.closing[account]);
    const row = (label: string, figures: Cell[]): Cell[] => ['', '', '', label, accountName(account), currency, ...figures]; // prettier-ignore
    return [
      row(translate('statement.opening'), ['', '', money(opening)]),
      row(translate('statement.entries.total', { smart_count: count }), [money(debit), money(credit), '']),
      row(translate('statement.closing'), ['', '', money(closing)]),
      row(translate('statement.difference'), ['', '', money(closing - opening - credit + debit)]),
    ];
  }

  return {
    length: lines.changes + ACCOUNTS.length * TOTAL_ROWS,
    async *data() {
      for await (const slice of lines.slices()) {
        for (let first = 0; first < slice.length; first += ROWS_A_TURN) {
          yield slice.slice(first, first + ROWS_A_TURN).flatMap(rowsOf);
          await nextTurn();
        }
      }
    },
    totals: () => ACCOUNTS.flatMap(totalsOf),
  };
}

/** Rows of the accounting file: all currencies, followed by the control totals of each account. */
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

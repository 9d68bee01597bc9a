import type { CurrencyStatement, StatementSection } from '#shared/contract/statements.ts';
import type { BoundaryRow } from './boundarySql.ts';
import type { MovementRow } from './movementSql.ts';
import { linesOf, minus, NOTHING, shownFigures, shownLine, sumOf, type Figures } from './statementLines.ts';

/** What there is in one currency, as it was read. */
export interface CurrencyRows {
  currency: string;
  boundaries: readonly BoundaryRow[];
  movements: readonly MovementRow[];
  /** The wallet, where the period reaches up to now. */
  wallet: Figures | null;
}

interface Boundary extends Figures {
  entries: bigint;
}

/** The statement of one currency. @param moments the beginning of each day, and the end of the last */
export function statementOf(rows: CurrencyRows, days: readonly string[], moments: readonly Date[]): CurrencyStatement {
  const section = (first: number, last: number): StatementSection => ({
    from: momentAt(moments, first).toISOString(),
    to: new Date(momentAt(moments, last + 1).getTime() - 1).toISOString(),
    ...sums(
      boundaryAt(rows.boundaries, first),
      boundaryAt(rows.boundaries, last + 1),
      rows.movements.filter(({ place }) => place > first && place <= last + 1),
    ),
  });
  const closing = boundaryAt(rows.boundaries, days.length);
  return {
    currency: rows.currency,
    whole: section(0, days.length - 1),
    days: days.map((day, at) => ({ day, ...section(at, at) })),
    wallet: rows.wallet && {
      balance: shownFigures(rows.wallet),
      difference: shownFigures(minus(rows.wallet, closing)),
    },
  };
}

function sums(
  opening: Boundary,
  closing: Boundary,
  rows: readonly MovementRow[],
): Omit<StatementSection, 'from' | 'to'> {
  const lines = linesOf(rows);
  const totals = lines.map(({ available, frozen }) => available + frozen);
  const entries = rows.reduce((sum, { account, count }) => (account === 'fees' ? sum : sum + count), 0n);
  return {
    opening: shownFigures(opening),
    lines: lines.map(shownLine),
    credit: add(totals.filter((total) => total > 0n)).toString(),
    debit: add(totals.filter((total) => total < 0n)).toString(),
    closing: shownFigures(closing),
    difference: shownFigures(minus(closing, sumOf([opening, ...lines]))),
    missing: Number(closing.entries - opening.entries - entries),
  };
}

const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

/** @param at place among the moments, from 0 */
function boundaryAt(rows: readonly BoundaryRow[], at: number): Boundary {
  const boundary: Boundary = { ...NOTHING, entries: 0n };
  for (const { account, place, balance, entries } of rows) {
    if (place !== at + 1) continue;
    boundary[account] = balance;
    boundary.entries += entries;
  }
  return boundary;
}

function momentAt(moments: readonly Date[], at: number): Date {
  const moment = moments[at];
  if (!moment) throw new RangeError(`There is no moment ${at}`);
  return moment;
}

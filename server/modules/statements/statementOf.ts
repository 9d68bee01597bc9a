import {
  type CurrencyStatement,
  type StatementSection,
  type LineKey,
  type StatementFigures,
  type StatementLine,
  TRANSFER_LINES,
  TURNOVER_LINES,
} from '#shared/contract/statements.ts';
import type { EventKind } from '#server/ledger/postings.ts';
import type { BoundaryRow, MovementRow } from './statementSql.ts';

/** Minor units of both accounts of a wallet. */
interface Figures {
  available: bigint;
  frozen: bigint;
}

const NOTHING: Figures = { available: 0n, frozen: 0n };

interface Line extends Figures {
  key: LineKey;
  count: bigint;
  fee: bigint;
}

type Moving = Exclude<EventKind, 'adjusted'>;

const LINE_OF_EVENT: Readonly<Record<Moving, LineKey>> = {
  collection_succeeded: 'collection',
  deposit_passed: 'deposit',
  payout_succeeded: 'payout',
  refund_succeeded: 'refund',
  withdrawal_succeeded: 'withdrawal',
  payout_frozen: 'payout_frozen',
  payout_released: 'payout_released',
  refund_frozen: 'refund_frozen',
  refund_released: 'refund_released',
  withdrawal_frozen: 'withdrawal_frozen',
  withdrawal_released: 'withdrawal_released',
};

/** Payouts, refunds and withdrawals leave the frozen account; everything else is counted on the available one. */
const COUNTED_ON: Partial<Record<LineKey, 'frozen'>> = { payout: 'frozen', refund: 'frozen', withdrawal: 'frozen' };

/** The rows of one currency. */
interface CurrencyRows {
  currency: string;
  boundaries: readonly BoundaryRow[];
  movements: readonly MovementRow[];
  /** The wallet, if the period extends to now. */
  wallet: Figures | null;
}

interface Boundary extends Figures {
  entries: bigint;
}

/** The statement of one currency. @param moments start of each day, and end of the last */
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
  const totals = signed(lines.map(totalOf));
  const fees = signed(lines.map(({ fee }) => fee));
  const entries = rows.reduce((sum, { account, count }) => (account === 'fees' ? sum : sum + count), 0n);
  return {
    opening: shownFigures(opening),
    lines: lines.map(shownLine),
    credit: totals.positive.toString(),
    debit: totals.negative.toString(),
    activity: {
      gross: (totals.sum + fees.sum).toString(),
      fee: fees.sum.toString(),
      net: totals.sum.toString(),
    },
    fees: { charged: fees.positive.toString(), returned: fees.negative.toString() },
    closing: shownFigures(closing),
    difference: shownFigures(minus(closing, sumOf([opening, ...lines]))),
    missing: Number(closing.entries - opening.entries - entries),
  };
}

const totalOf = ({ available, frozen }: Figures) => available + frozen;

/** Sums of the amounts above and below zero, and of all. */
export function signed(amounts: readonly bigint[]) {
  const add = (some: readonly bigint[]) => some.reduce((sum, amount) => sum + amount, 0n);
  const [positive, negative] = [add(amounts.filter((one) => one > 0n)), add(amounts.filter((one) => one < 0n))];
  return { positive, negative, sum: positive + negative };
}

/** @param at index of the moment, from 0 */
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
  if (!moment) throw new RangeError(`The time ${at} doesn't exist`);
  return moment;
}

/** The lines of a period in statement order. */
function linesOf(rows: readonly MovementRow[]): Line[] {
  const lines = new Map<LineKey, Line>();
  for (const { event, account, is_credit, count, amount } of rows) {
    const key = lineOf(event, is_credit);
    const line = lines.get(key) ?? { key, ...NOTHING, count: 0n, fee: 0n };
    if (account === 'fees') line.fee += amount;
    else {
      line[account] += amount;
      if (account === (COUNTED_ON[key] ?? 'available') || key === 'unknown') line.count += count;
    }
    lines.set(key, line);
  }
  return [...TURNOVER_LINES, ...TRANSFER_LINES].flatMap((key) => lines.get(key) ?? []);
}

/** The line that an entry counts for. @param isCredit true if the entry adds to its account */
export function lineOf(event: EventKind | null, isCredit: boolean): LineKey {
  if (event === null) return 'unknown';
  if (event === 'adjusted') return isCredit ? 'adjustment_credit' : 'adjustment_debit';
  return LINE_OF_EVENT[event];
}

const sumOf = (figures: readonly Figures[]): Figures => ({
  available: figures.reduce((sum, { available }) => sum + available, 0n),
  frozen: figures.reduce((sum, { frozen }) => sum + frozen, 0n),
});

const minus = (one: Figures, other: Figures): Figures => ({
  available: one.available - other.available,
  frozen: one.frozen - other.frozen,
});

function shownFigures(of: Figures): StatementFigures {
  return { available: of.available.toString(), frozen: of.frozen.toString(), total: totalOf(of).toString() };
}

export const isNothing = ({ available, frozen }: StatementFigures) => available === '0' && frozen === '0';

function shownLine(line: Line): StatementLine {
  const { key, count, fee } = line;
  const gross = totalOf(line) + fee;
  return { ...shownFigures(line), key, count: Number(count), gross: gross.toString(), fee: fee.toString() };
}

import {
  type LineKey,
  type StatementFigures,
  type StatementLine,
  TRANSFER_LINES,
  TURNOVER_LINES,
} from '#shared/contract/statements.ts';
import type { EventKind } from '#server/ledger/postings.ts';
import type { MovementRow } from './movementSql.ts';

/** Minor units of both accounts of a wallet. */
export interface Figures {
  available: bigint;
  frozen: bigint;
}

export const NOTHING: Figures = { available: 0n, frozen: 0n };

export interface Line extends Figures {
  key: LineKey;
  count: bigint;
  fee: bigint;
}

type Moving = Exclude<EventKind, 'adjusted'>;

const LINE_OF_EVENT: Readonly<Record<Moving, LineKey>> = {
  collection_succeeded: 'collection',
  deposit_passed: 'deposit',
  payout_succeeded: 'payout',
  withdrawal_succeeded: 'withdrawal',
  payout_frozen: 'payout_frozen',
  payout_released: 'payout_released',
  withdrawal_frozen: 'withdrawal_frozen',
  withdrawal_released: 'withdrawal_released',
};

/** What was paid out leaves the frozen account; all else is seen on the available one. */
const COUNTED_ON: Partial<Record<LineKey, 'frozen'>> = { payout: 'frozen', withdrawal: 'frozen' };

/** The rows of a period as the lines of a statement, in the order in which these stand. */
export function linesOf(rows: readonly MovementRow[]): Line[] {
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

function lineOf(event: EventKind | null, isCredit: boolean): LineKey {
  if (event === null) return 'unknown';
  if (event === 'adjusted') return isCredit ? 'adjustment_credit' : 'adjustment_debit';
  return LINE_OF_EVENT[event];
}

export const sumOf = (figures: readonly Figures[]): Figures => ({
  available: figures.reduce((sum, { available }) => sum + available, 0n),
  frozen: figures.reduce((sum, { frozen }) => sum + frozen, 0n),
});

export const minus = (one: Figures, other: Figures): Figures => ({
  available: one.available - other.available,
  frozen: one.frozen - other.frozen,
});

export function shownFigures({ available, frozen }: Figures): StatementFigures {
  return { available: available.toString(), frozen: frozen.toString(), total: (available + frozen).toString() };
}

export function shownLine(line: Line): StatementLine {
  return { ...shownFigures(line), key: line.key, count: Number(line.count), fee: line.fee.toString() };
}

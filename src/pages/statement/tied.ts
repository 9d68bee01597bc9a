import type { StatementFigures, StatementSection } from '#shared/contract/statements.ts';

/** Of both accounts: a total can be nothing because they differ by as much. */
export function isNothing({ available, frozen }: StatementFigures): boolean {
  return available === '0' && frozen === '0';
}

/** Whether opening balance and lines make the closing balance, and no entry is missing. */
export function isSectionTied({ difference, missing }: StatementSection): boolean {
  return isNothing(difference) && missing === 0;
}

import { formatAmount } from '#shared/money/amount.ts';

/** Hundredths of a percent as people read them: `95.12%`; null where there is no rate. */
export function rateText(rate: number | null): string | null {
  return rate === null ? null : `${formatAmount(String(rate), 2)}%`;
}

import type { Locale } from 'date-fns';

/** How one language writes spans of time and short numbers. */
export interface LanguageLocale {
  dates: Locale;
  /** Units that shorten large numbers, the largest first: their size, and what follows the digits. */
  units: readonly (readonly [size: number, suffix: string])[];
}

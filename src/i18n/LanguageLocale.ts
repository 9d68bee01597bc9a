import type { Locale } from 'date-fns';

/** Formats of one language for durations and short numbers. */
export interface LanguageLocale {
  dates: Locale;
  /** Units of shortened numbers, largest first: size and suffix. */
  units: readonly (readonly [size: number, suffix: string])[];
}

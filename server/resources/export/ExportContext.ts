import type { CurrencyData } from '#shared/contract/session.ts';
import type { Words } from '#shared/format/Words.ts';

/** What the cells of a file depend on besides the records. */
export interface ExportContext {
  words: Words;
  /** The tenant's currency and time zone. */
  currencyData: CurrencyData;
  /** An instant as the clocks of the tenant show it: `2026-11-21 15:04:05`. */
  showTime(instant: Date): string;
  /** Name of a referenced record; undefined where the asker may not see it or there is none. */
  referenceName(reference: string, id: string): string | undefined;
}

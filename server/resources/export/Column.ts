import type { CurrencyData } from '#shared/contract/session.ts';
import type { Field, FieldOf } from '#shared/declaration/fieldSchema.ts';
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

/** One column of the file, in the order of the file. */
export type Column =
  | {
      kind: 'money';
      header: string;
      field: FieldOf<'money'>;
      /** The currency of all its amounts; null when a column of the kind `currency` says it for each row. */
      currency: string | null;
    }
  | { kind: 'currency'; header: string; source: string }
  | { kind: 'value'; header: string; field: Exclude<Field, FieldOf<'money'>> };

import type { CurrencyData } from '#shared/contract/session.ts';
import type { Field, FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { Words } from '#shared/format/Words.ts';

/** Settings that cells depend on, besides the record. */
export interface ExportContext {
  words: Words;
  /** Currency and time zone of the tenant. */
  currencyData: CurrencyData;
  /** Formats a time in the tenant's time zone: `2026-11-21 15:04:05`. */
  showTime(instant: Date): string;
  /** Name of a referenced record; undefined if there is none or the caller may not see it. */
  referenceName(reference: string, id: string): string | undefined;
}

/** A column of the file. */
export type Column =
  | {
      kind: 'money';
      header: string;
      field: FieldOf<'money'>;
      /** The currency of all amounts; null if a column of kind `currency` names it per row. */
      currency: string | null;
    }
  | { kind: 'currency'; header: string; source: string }
  | { kind: 'value'; header: string; field: Exclude<Field, FieldOf<'money'>> };

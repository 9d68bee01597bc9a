import type { Field, FieldOf } from '#shared/declaration/fieldSchema.ts';

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

import type { Translate } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import type { Message } from '#server/errors.ts';

/** What the values of cells depend on, besides the field. */
export interface CellContext {
  resource: string;
  /** In all languages, because a file's language isn't known. */
  translators: Record<Language, Translate>;
  /** Zone of times without an offset. */
  timeZone: string;
  /** True if the file is a CSV, in which an apostrophe keeps a formula from being executed. */
  isCsv: boolean;
}

/** The value in API form, null if the cell is empty, or its problem. `at`: the part of the value that has it, such as `1.address`. */
export type ReadValue = { value: unknown } | { problem: Message; at?: string };

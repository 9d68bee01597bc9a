// Without Zod, which the worker that reads files needn't load.

/** Encodings of a CSV that a user can choose if its own can't be recognised for certain. */
export const ENCODINGS = [
  'utf-8',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1252',
  'windows-1251',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What happens to rows that are hidden in a spreadsheet, by a filter or by hand. */
export const HIDDEN_ROWS_CHOICES = ['leave_out', 'include'] as const;

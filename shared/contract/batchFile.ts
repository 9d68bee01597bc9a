// Without Zod, which the worker that reads files needn't load.

/** Columns of a payout file, in the template's order. */
export const BATCH_COLUMNS = ['payee_name', 'card_number', 'bank_name', 'branch_name', 'amount', 'remark'] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];

/** Columns that every payout needs. */
export const REQUIRED_BATCH_COLUMNS: readonly BatchColumn[] = ['payee_name', 'card_number', 'bank_name', 'amount'];

/** Encodings of a CSV that a user can choose if its own can't be recognised for certain. */
export const BATCH_ENCODINGS = [
  'utf-8',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1252',
  'windows-1251',
] as const;
export type BatchEncoding = (typeof BATCH_ENCODINGS)[number];

/** What happens to rows that are hidden in a spreadsheet, by a filter or by hand. */
export const HIDDEN_ROWS_CHOICES = ['leave_out', 'include'] as const;

// Without Zod, which the worker that reads files needn't load.

/** Columns of a payout file, in the template's order. */
export const BATCH_COLUMNS = ['payee_name', 'card_number', 'bank_name', 'branch_name', 'amount', 'remark'] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];

/** Columns that every payout needs. */
export const REQUIRED_BATCH_COLUMNS: readonly BatchColumn[] = ['payee_name', 'card_number', 'bank_name', 'amount'];

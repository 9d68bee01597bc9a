import type { Selectable } from 'kysely';
import type { Database } from '#server/db/schema.ts';

/** Tables of what is asked for and decided, in an order in which no row points to one that comes later. */
export const REQUEST_TABLES = [
  'bankcards',
  'deposits',
  'withdrawals',
  'payment_requests',
  'batch_transfers',
  'batch_transfer_items',
  'adjustments',
] as const;
export type RequestTable = (typeof REQUEST_TABLES)[number];

export type Row<T extends RequestTable> = Selectable<Database[T]>;

/** New rows, each in its last state. */
export type NewRows = { readonly [T in RequestTable]?: readonly Row<T>[] };

import type { Selectable } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import type { LedgerTransaction } from '#server/ledger/post.ts';
import type { OrderRow } from './drawOrder.ts';
import type { OutflowRow } from '#server/money/approvals.ts';
import type { PayoutRow } from './drawPayout.ts';

/** Tables of requests, ordered so that no row refers to a later table. */
export const REQUEST_TABLES = [
  'bankcards',
  'payees',
  'deposits',
  'withdrawals',
  'payment_requests',
  'batch_transfers',
  'batch_transfer_items',
  'adjustments',
  'refunds',
] as const;

export type RequestTable = (typeof REQUEST_TABLES)[number];

export type Row<T extends RequestTable> = Selectable<Database[T]>;

/** New rows, each in its final state. */
export type NewRows = { readonly [T in RequestTable]?: readonly Row<T>[] };

/** Database changes of one moment, written together. */
export interface Step {
  /** A new order, in its final state. */
  order: OrderRow | null;
  /** Payouts that are new or have changed state. */
  payouts: readonly PayoutRow[];
  transactions: readonly LedgerTransaction[];
  /** What passed without approval, and hasn't failed since. */
  outflows: readonly OutflowRow[];
  rows: NewRows;
}

export const NOTHING: Step = { order: null, payouts: [], transactions: [], outflows: [], rows: {} };

export const stepOf = (parts: Partial<Step>): Step => ({ ...NOTHING, ...parts });

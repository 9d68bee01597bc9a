import type { LedgerTransaction } from '#server/ledger/post.ts';
import type { OrderRow } from './drawOrder.ts';
import type { PayoutRow } from './drawPayout.ts';
import type { NewRows } from './requests/NewRows.ts';

/** What one moment adds to the database; its parts belong together. */
export interface Step {
  /** A new order, in its last state. */
  order: OrderRow | null;
  /** Payouts, new or in a new state. */
  payouts: readonly PayoutRow[];
  transactions: readonly LedgerTransaction[];
  rows: NewRows;
}

export const NOTHING: Step = { order: null, payouts: [], transactions: [], rows: {} };

export const stepOf = (parts: Partial<Step>): Step => ({ ...NOTHING, ...parts });

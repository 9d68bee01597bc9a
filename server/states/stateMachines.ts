import type { Database } from '#server/db/schema.ts';

/** Tables whose rows have a status that moves. */
export type StatefulTable =
  | 'orders'
  | 'payouts'
  | 'deposits'
  | 'withdrawals'
  | 'payment_requests'
  | 'adjustments'
  | 'bankcards'
  | 'batch_transfers'
  | 'batch_transfer_items';

export type StatusOf<T extends StatefulTable> = Extract<
  Database[T]['status'] extends { readonly __select__: infer S } ? S : Database[T]['status'],
  string
>;

/** By status, what a row may become next; a status that is not named is final. */
export type StateMachine<T extends StatefulTable> = { readonly [From in StatusOf<T>]?: readonly StatusOf<T>[] };

/**
 * The one place that says which row may become what. Services ask it (`lockForMove`), and the database refuses any other
 * change of a status by triggers made of it (`ensureStateTriggers`).
 */
export const STATE_MACHINES: { readonly [T in StatefulTable]: StateMachine<T> } = {
  orders: { pending: ['success', 'failed', 'closed'] },
  payouts: { pending: ['processing'], processing: ['success', 'failed'] },
  deposits: { pending_payment: ['pass', 'reject'] },
  withdrawals: { pending: ['processing', 'rejected', 'cancelled'], processing: ['success', 'failed'] },
  payment_requests: { pending: ['pass', 'reject', 'cancelled'] },
  adjustments: { pending: ['pass', 'reject'] },
  bankcards: { enabled: ['disabled'], disabled: ['enabled'] },
  batch_transfers: {
    draft: ['submitted', 'discarded'],
    submitted: ['processing'],
    processing: ['done', 'partly_failed', 'failed'],
  },
  batch_transfer_items: { invalid: ['valid'], valid: ['invalid', 'queued'], queued: ['success', 'failed'] },
};

/** The statuses that a row of a table may have next. */
export function nextStates(table: StatefulTable, from: string): readonly string[] {
  const machine: Readonly<Record<string, readonly string[] | undefined>> = STATE_MACHINES[table];
  return machine[from] ?? [];
}

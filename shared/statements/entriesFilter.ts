import type { Filter } from '@merchant-console/protocol';
import type { LineKey, StatementSection } from '../contract/statements.ts';

type Scope = Pick<StatementSection, 'from' | 'to'> & { currency: string };

/** The list with the entries that a statement's figures sum up. */
export const ENTRIES_RESOURCE = 'ledgers';

/** Ledger filter for each line, or null if no filter selects its entries. */
const FILTERS: Readonly<Record<LineKey, Filter | null>> = {
  collection: { event: ['collection_succeeded'] },
  deposit: { event: ['deposit_passed'] },
  adjustment_credit: { event: ['adjusted'], ledger_type: 'credit' },
  payout: { event: ['payout_succeeded'] },
  withdrawal: { event: ['withdrawal_succeeded'] },
  adjustment_debit: { event: ['adjusted'], ledger_type: 'debit' },
  refund: { event: ['refund_succeeded'] },
  unknown: null,
  refund_frozen: { event: ['refund_frozen'] },
  refund_released: { event: ['refund_released'] },
  payout_frozen: { event: ['payout_frozen'] },
  payout_released: { event: ['payout_released'] },
  withdrawal_frozen: { event: ['withdrawal_frozen'] },
  withdrawal_released: { event: ['withdrawal_released'] },
};

/** The ledger filter that selects exactly the entries of a statement line, or null if there is none. */
export function lineEntriesFilter(key: LineKey, { currency, from, to }: Scope): Filter | null {
  const filter = FILTERS[key];
  return filter && { ...filter, currency, created_at_gte: from, created_at_lte: to };
}

/** The ledger filter that selects all entries of a balance, up to its time. */
export function balanceEntriesFilter(end: 'opening' | 'closing', { currency, from, to }: Scope): Filter {
  const last = end === 'closing' ? to : new Date(Date.parse(from) - 1).toISOString();
  return { currency, created_at_lte: last };
}

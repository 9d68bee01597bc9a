import type { Filter } from '../contract/listQuery.ts';
import type { LineKey, StatementSection } from '../contract/statements.ts';

export type Account = 'available' | 'frozen';

/** A list, and the filter under which it has exactly the entries that a figure is the sum of. */
export interface Entries {
  resource: 'ledgers' | 'frozen_ledgers';
  filter: Filter;
}

type Scope = Pick<StatementSection, 'from' | 'to'> & { currency: string };

const LISTS = { available: 'ledgers', frozen: 'frozen_ledgers' } as const satisfies Record<Account, string>;

/** What each line is in the list of an account; a line that moves nothing there is not in its list. */
const LINES: Readonly<Record<LineKey, Partial<Record<Account, Filter>>>> = {
  collection: { available: { order_type: ['collection'], ledger_type: 'credit' } },
  deposit: { available: { order_type: ['deposit'], ledger_type: 'credit' } },
  adjustment_credit: { available: { order_type: ['manual_adjustment'], ledger_type: 'credit' } },
  payout: { frozen: { event: ['payout_succeeded'] } },
  withdrawal: { frozen: { event: ['withdrawal_succeeded'] } },
  adjustment_debit: { available: { order_type: ['manual_adjustment'], ledger_type: 'debit' } },
  unknown: {},
  payout_frozen: {
    available: { order_type: ['payout'], ledger_type: 'debit' },
    frozen: { event: ['payout_frozen'] },
  },
  payout_released: {
    available: { order_type: ['payout'], ledger_type: 'credit' },
    frozen: { event: ['payout_released'] },
  },
  withdrawal_frozen: {
    available: { order_type: ['withdrawal'], ledger_type: 'debit' },
    frozen: { event: ['withdrawal_frozen'] },
  },
  withdrawal_released: {
    available: { order_type: ['withdrawal'], ledger_type: 'credit' },
    frozen: { event: ['withdrawal_released'] },
  },
};

/** The entries that a line sums up; null where no list has them. */
export function entriesOfLine(key: LineKey, account: Account, { currency, from, to }: Scope): Entries | null {
  const line = LINES[key][account];
  if (!line) return null;
  return { resource: LISTS[account], filter: { ...line, currency, created_at_gte: from, created_at_lte: to } };
}

/** The one account that a line moves, whose entries make its total; null where it moves none, or both. */
export function onlyAccountOf(key: LineKey): Account | null {
  const { available, frozen } = LINES[key];
  if (available && frozen) return null;
  return available ? 'available' : frozen ? 'frozen' : null;
}

/** All entries that make a balance: those up to its moment. */
export function entriesOfBalance(end: 'opening' | 'closing', account: Account, { currency, from, to }: Scope): Entries {
  const last = end === 'closing' ? to : new Date(Date.parse(from) - 1).toISOString();
  return { resource: LISTS[account], filter: { currency, created_at_lte: last } };
}

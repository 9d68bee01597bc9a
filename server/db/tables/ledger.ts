import type { Generated } from 'kysely';
import type { Keyed } from './columns.ts';

/** Double-entry ledger and its cached balances. */

export interface WalletsTable {
  merchant_id: string;
  currency: string;
  available: Generated<bigint>;
  frozen: Generated<bigint>;
  available_seq: Generated<bigint>;
  frozen_seq: Generated<bigint>;
  lines: Generated<bigint>;
  updated_at: Date;
}

export interface LedgerTransactionsTable extends Keyed {
  event: string;
  order_type: 'manual_adjustment' | 'deposit' | 'withdrawal' | 'payout' | 'collection' | 'refund';
  business_id: string;
  business_order_no: string;
  reverses_id: string | null;
  remark: string | null;
  created_at: Date;
}

export interface LedgerEntriesTable extends Keyed {
  transaction_id: string;
  account: 'available' | 'frozen' | 'fees' | 'clearing' | 'adjustments';
  currency: string;
  amount: bigint;
  seq: bigint | null;
  balance_after: bigint | null;
  available_after: bigint | null;
  frozen_after: bigint | null;
  created_at: Date;
}

/** The change of a wallet by one transaction, and the balance after it. */
export interface LedgerLinesTable extends Keyed {
  transaction_id: string;
  currency: string;
  line_no: bigint;
  available_change: bigint;
  frozen_change: bigint;
  available_after: bigint;
  frozen_after: bigint;
  created_at: Date;
}

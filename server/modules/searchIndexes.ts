import { type RawBuilder, sql } from 'kysely';
import type { SearchIndexes } from '#server/resources/SearchIndexes.ts';

/** The indexes for searches of the modules' tables. Triggers store the words (migration 0110). */
export const SEARCH = {
  api_calls: { mixedNumbers: ['order_no'] },
  bankcards: { words: { table: 'bankcards', columns: ['name', 'bank_name'] } },
  batch_transfer_items: { words: { table: 'batch_transfer_items', columns: ['payee_name'] } },
  batch_transfers: { numbers: ['batch_no'] },
  deposits: { words: { table: 'deposits', columns: ['payer_name'] }, numbers: ['deposit_no'] },
  ledgers: { numbers: ['serial_no', 'business_order_no'] },
  orders: {
    words: { table: 'orders', columns: ['payer_name'] },
    numbers: ['order_no'],
    mixedNumbers: ['merchant_order_no', 'channel_order_no'],
  },
  payees: { words: { table: 'payees', columns: ['name', 'bank_name'] } },
  payment_requests: { words: { table: 'payment_requests', columns: ['payee_name'] }, numbers: ['request_no'] },
  payouts: {
    words: { table: 'payouts', columns: ['payee_name'] },
    numbers: ['order_no'],
    mixedNumbers: ['merchant_order_no', 'channel_order_no'],
  },
  refunds: { numbers: ['refund_no', 'order_no'], mixedNumbers: ['merchant_refund_no', 'channel_refund_no'] },
  roles: { words: { table: 'roles', columns: ['name', 'description'] } },
  users: { words: { table: 'users', columns: ['username', 'real_name'] } },
  // A view of three tables with these indexes, and of one without.
  webhook_notifications: { numbers: ['order_no'], mixedNumbers: ['merchant_order_no'] },
  withdrawals: { words: { table: 'withdrawals', columns: ['card_holder'] }, numbers: ['withdrawal_no'] },
} as const satisfies Record<string, SearchIndexes>;

/** The columns that a search looks up in an index. */
export function searchedColumns({ words, numbers = [], mixedNumbers = [] }: SearchIndexes): readonly string[] {
  return [...(words?.columns ?? []), ...numbers, ...mixedNumbers];
}

/** The same rows in a list over a merchant's sub-merchants. */
export const ofSubmerchants = (indexes: SearchIndexes): SearchIndexes => ({
  ...indexes,
  owners: (merchantId): RawBuilder<unknown> => sql`merchant_id in (
    select descendant_id from merchant_descendants where merchant_id = ${merchantId} and depth > 0
  )`,
});

/** The same rows in a list over all merchants. */
export const ofAllMerchants = (indexes: SearchIndexes): SearchIndexes => ({
  ...indexes,
  owners: (): RawBuilder<unknown> => sql`merchant_id in (select merchant_id from merchants)`,
});

import type { Selectable, Transaction } from 'kysely';
import { insertRows } from '#server/db/insertRows.ts';
import type { Database, LedgerEntriesTable, LedgerTransactionsTable } from '#server/db/schema.ts';
import { type LedgerEvent, ORDER_TYPE_OF_EVENT, postingsOf } from './postings.ts';
import { applyPostings, type Wallet } from './wallet.ts';
import { lockWallet, storeWallet } from './wallets.ts';

/** One event of one merchant, with the order that it belongs to. */
export interface LedgerTransaction {
  id: string;
  event: LedgerEvent;
  businessId: string;
  businessOrderNo: string;
  remark: string | null;
  at: Date;
}

type EntryRow = Selectable<LedgerEntriesTable>;

/**
 * Books events of one merchant in one currency, in the order given: transactions, entries and the wallet, which stays
 * locked until the caller's database transaction ends. The only way in which a wallet changes.
 *
 * @param newId makes an entry's id from the event's time
 * @throws InsufficientBalanceError when any of them would take more than there is; then the caller must roll back
 * @throws WalletMissingError when the merchant holds no wallet in this currency
 */
export async function post(
  tx: Transaction<Database>,
  merchantId: string,
  currency: string,
  transactions: readonly LedgerTransaction[],
  newId: (at: Date) => string,
): Promise<void> {
  const last = transactions.at(-1);
  if (!last) return;
  let wallet = await lockWallet(tx, merchantId, currency);
  const entries: EntryRow[] = [];
  for (const transaction of transactions) {
    const applied = applyPostings(wallet, postingsOf(transaction.event));
    wallet = applied.wallet;
    for (const { account, amount, seq, balanceAfter } of applied.postings) {
      entries.push({
        merchant_id: merchantId,
        id: newId(transaction.at),
        transaction_id: transaction.id,
        account,
        currency,
        amount,
        seq,
        balance_after: balanceAfter,
        ...balancesAfter(seq, wallet),
        created_at: transaction.at,
      });
    }
  }
  await insertRows(
    tx,
    'ledger_transactions',
    transactions.map((transaction) => transactionRow(merchantId, transaction)),
  );
  await insertRows(tx, 'ledger_entries', entries);
  await storeWallet(tx, merchantId, currency, wallet, last.at);
}

/** Only entries of the merchant's own accounts say what was left in the wallet. */
function balancesAfter(seq: bigint | null, wallet: Wallet): Pick<EntryRow, 'available_after' | 'frozen_after'> {
  if (seq === null) return { available_after: null, frozen_after: null };
  return { available_after: wallet.available, frozen_after: wallet.frozen };
}

function transactionRow(merchantId: string, transaction: LedgerTransaction): Selectable<LedgerTransactionsTable> {
  return {
    merchant_id: merchantId,
    id: transaction.id,
    event: transaction.event.kind,
    order_type: ORDER_TYPE_OF_EVENT[transaction.event.kind],
    business_id: transaction.businessId,
    business_order_no: transaction.businessOrderNo,
    reverses_id: null,
    remark: transaction.remark,
    created_at: transaction.at,
  };
}

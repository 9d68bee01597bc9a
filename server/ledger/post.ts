import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { later } from '#server/db/later.ts';
import { inserting, rowsAsJson } from '#server/db/rows.ts';
import type { LedgerEntriesTable, LedgerLinesTable, LedgerTransactionsTable, Tx } from '#server/db/schema.ts';
import { type LedgerEvent, ORDER_TYPE_OF_EVENT, postingsOf } from './postings.ts';
import { applyPostings, holdWallet, lockWallet, storing, type Wallet } from './wallets.ts';

const TWO_TO_32 = 2n ** 32n;

/** A ledger event of one merchant and its order. */
export interface LedgerTransaction {
  id: string;
  event: LedgerEvent;
  businessId: string;
  businessOrderNo: string;
  remark: string | null;
  at: Date;
}

/** Creates the ID of an entry or line from the event's time and its sequence number in the account or wallet. */
type NewEntryId = (at: Date, seq: bigint | null) => string;

type EntryRow = Selectable<LedgerEntriesTable>;

type LineRow = Selectable<LedgerLinesTable>;

/**
 * Books events of one merchant in one currency, in order: transactions, entries, lines and the wallet, which stays
 * locked until the caller's transaction ends. Two statements, whatever the number of events, because everyone else who
 * moves money of this wallet waits meanwhile. The only way to change a wallet.
 *
 * An entry never has an earlier time than its predecessor. Otherwise a call that read the clock before waiting for the
 * wallet, or a server with a slow clock, would break the chain of a day's entries.
 *
 * @param newId see `entryId`
 * @throws {InsufficientBalanceError} if an event exceeds the balance; the caller must roll back
 * @throws {WalletMissingError} if the merchant has no wallet in this currency
 */
export async function post(
  tx: Tx,
  merchantId: string,
  currency: string,
  transactions: readonly LedgerTransaction[],
  newId: NewEntryId,
): Promise<void> {
  if (transactions.length === 0) return;
  const { bookedAt, ...locked } = await lockWallet(tx, merchantId, currency);
  let wallet: Wallet = locked;
  let at = bookedAt ?? new Date(0);
  const timed = transactions.map((transaction) => {
    if (transaction.at > at) at = transaction.at;
    return { ...transaction, at };
  });
  const entries: EntryRow[] = [];
  const lines: LineRow[] = [];
  for (const transaction of timed) {
    const applied = applyPostings(wallet, postingsOf(transaction.event));
    if (applied.wallet.lines > wallet.lines) {
      const id = newId(transaction.at, applied.wallet.lines);
      lines.push({ merchant_id: merchantId, id, currency, ...lineOf(transaction, wallet, applied.wallet) });
    }
    wallet = applied.wallet;
    for (const { account, amount, seq, balanceAfter } of applied.postings) {
      entries.push({
        merchant_id: merchantId,
        id: newId(transaction.at, seq),
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
  const rows = timed.map((transaction) => transactionRow(merchantId, transaction));
  const store = sql`
    with booked as (${inserting('ledger_transactions', rowsAsJson(rows))}),
      entered as (${inserting('ledger_entries', rowsAsJson(entries))}),
      lined as (${inserting('ledger_lines', rowsAsJson(lines))})
    ${storing({ merchantId, currency }, wallet, at)}`;
  await later(tx, store);
  holdWallet(tx, merchantId, currency, { ...wallet, bookedAt: wallet.lines > 0n ? at : null });
}

function lineOf(
  { id, at }: Pick<LedgerTransaction, 'id' | 'at'>,
  before: Wallet,
  after: Wallet,
): Omit<LineRow, 'merchant_id' | 'id' | 'currency'> {
  return {
    transaction_id: id,
    line_no: after.lines,
    available_change: after.available - before.available,
    frozen_change: after.frozen - before.frozen,
    available_after: after.available,
    frozen_after: after.frozen,
    created_at: at,
  };
}

/** Balances are recorded only on entries of the merchant's own accounts. */
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

/**
 * UUIDv7 that keeps entries or lines of the same millisecond in booking order, so that a list by time shows consecutive
 * balances.
 *
 * @param seq sequence number in the account or wallet; null on the platform's accounts, which have none
 * @param random 16 bytes, for reproducible IDs
 */
export function entryId(at: Date, seq: bigint | null, random?: Uint8Array): string {
  const options = { msecs: at.getTime(), ...(seq === null ? {} : { seq: Number(seq % TWO_TO_32) }) };
  return uuidv7(random ? { ...options, random } : options);
}

import type { Kysely, Transaction } from 'kysely';
import { MAX_BALANCE } from '#shared/money/amount.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import type { Posting } from './postings.ts';

/** A merchant's money in one currency, in minor units, and how many entries each account and lines the whole has had. */
export interface Wallet {
  available: bigint;
  frozen: bigint;
  availableSeq: bigint;
  frozenSeq: bigint;
  lines: bigint;
}

export const EMPTY_WALLET: Wallet = { available: 0n, frozen: 0n, availableSeq: 0n, frozenSeq: 0n, lines: 0n };

/** A posting with its place in its account's chain; the platform's accounts keep no chain. */
interface ChainedPosting extends Posting {
  seq: bigint | null;
  balanceAfter: bigint | null;
}

/** An event would take more from an account than it holds. */
export class InsufficientBalanceError extends Error {
  override readonly name = 'InsufficientBalanceError';
}

/** An event would take a wallet above `MAX_BALANCE`. Answered as a refusal, because it's nobody's mistake in the program. */
export class BalanceLimitError extends ConflictError {
  constructor() {
    super({ id: 'balance_limit' });
  }
}

/** A merchant has no wallet in the currency of an event. */
export class WalletMissingError extends Error {
  override readonly name = 'WalletMissingError';
}

/** Gives a merchant an empty wallet; one that exists is left as it is. */
export async function openWallet(db: Kysely<Database>, merchantId: string, currency: string, at: Date): Promise<void> {
  await db
    .insertInto('wallets')
    .values({ merchant_id: merchantId, currency, updated_at: at })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'currency']).doNothing())
    .execute();
}

/**
 * Gives a merchant that has never had money an empty wallet in another currency, in place of the one it has.
 * @returns false, and leaves it as it is, if the wallet has an entry
 */
export async function replaceUnusedWallet(
  tx: Transaction<Database>,
  merchantId: string,
  { from, to }: { from: string; to: string },
  at: Date,
): Promise<boolean> {
  const { availableSeq, frozenSeq } = await lockWallet(tx, merchantId, from);
  if (availableSeq + frozenSeq > 0n) return false;
  await tx.deleteFrom('wallets').where('merchant_id', '=', merchantId).where('currency', '=', from).execute();
  await openWallet(tx, merchantId, to, at);
  return true;
}

export interface LockedWallet extends Wallet {
  /** When its last entry was booked; null: it has none. */
  bookedAt: Date | null;
}

/**
 * Reads a wallet and keeps others from changing it until the transaction ends: without the lock, at READ COMMITTED,
 * concurrent updates overwrite each other.
 *
 * @throws WalletMissingError
 */
export async function lockWallet(
  tx: Transaction<Database>,
  merchantId: string,
  currency: string,
): Promise<LockedWallet> {
  const row = await tx
    .selectFrom('wallets')
    .select(['available', 'frozen', 'available_seq', 'frozen_seq', 'lines', 'updated_at'])
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new WalletMissingError(`${merchantId} has no wallet in ${currency}`);
  return {
    available: row.available,
    frozen: row.frozen,
    availableSeq: row.available_seq,
    frozenSeq: row.frozen_seq,
    lines: row.lines,
    bookedAt: row.lines > 0n ? row.updated_at : null,
  };
}

/** What can be spent as it is now, in minor units, 0n without a wallet: to be told, not to be decided on. */
export async function readAvailable(db: Kysely<Database>, merchantId: string, currency: string): Promise<bigint> {
  const row = await db
    .selectFrom('wallets')
    .select('available')
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.available ?? 0n;
}

/** Writes back a wallet that this transaction holds locked. */
export async function storeWallet(
  tx: Transaction<Database>,
  merchantId: string,
  currency: string,
  wallet: Wallet,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('wallets')
    .set({
      available: wallet.available,
      frozen: wallet.frozen,
      available_seq: wallet.availableSeq,
      frozen_seq: wallet.frozenSeq,
      lines: wallet.lines,
      updated_at: at,
    })
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .execute();
}

/**
 * Books postings of one event on a wallet, which itself is left as it was. An event that changes the wallet is its next
 * line.
 *
 * @throws InsufficientBalanceError when `available` or `frozen` would fall below zero
 * @throws {BalanceLimitError} if the wallet gains and would then hold more than `MAX_BALANCE`
 * @throws RangeError when the postings don't sum to zero
 */
export function applyPostings(
  wallet: Wallet,
  postings: readonly Posting[],
): { wallet: Wallet; postings: ChainedPosting[] } {
  const sum = postings.reduce((total, { amount }) => total + amount, 0n);
  if (sum !== 0n) throw new RangeError(`postings sum to ${sum}, not to zero`);
  const after = { ...wallet };
  const chained = postings.map((posting) => ({ ...posting, ...bookOn(after, posting) }));
  const total = after.available + after.frozen;
  if (total > MAX_BALANCE && total > wallet.available + wallet.frozen) throw new BalanceLimitError();
  if (chained.some(({ seq }) => seq !== null)) after.lines += 1n;
  return { wallet: after, postings: chained };
}

function bookOn(wallet: Wallet, { account, amount }: Posting): Pick<ChainedPosting, 'seq' | 'balanceAfter'> {
  if (account !== 'available' && account !== 'frozen') return { seq: null, balanceAfter: null };
  const balanceAfter = wallet[account] + amount;
  if (balanceAfter < 0n) throw new InsufficientBalanceError(`${account}: ${wallet[account]} is less than ${-amount}`);
  wallet[account] = balanceAfter;
  const counter = account === 'available' ? 'availableSeq' : 'frozenSeq';
  wallet[counter] += 1n;
  return { seq: wallet[counter], balanceAfter };
}

/**
 * Empties the ledger and all wallets. Only for demo data that is made anew: entries are otherwise never taken back.
 *
 * @returns the number of ledger transactions that there were
 */
export async function clearLedger(tx: Transaction<Database>): Promise<bigint> {
  await tx.deleteFrom('ledger_lines').execute();
  await tx.deleteFrom('ledger_entries').execute();
  const { numDeletedRows } = await tx.deleteFrom('ledger_transactions').executeTakeFirst();
  const nothing = { available: 0n, frozen: 0n, available_seq: 0n, frozen_seq: 0n, lines: 0n };
  await tx.updateTable('wallets').set(nothing).execute();
  return numDeletedRows;
}

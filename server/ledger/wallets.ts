import { type RawBuilder, sql } from 'kysely';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import type { Posting } from './postings.ts';

/** A merchant's balances in one currency in minor units, with the numbers of entries per account and of lines. */
export interface Wallet {
  available: bigint;
  frozen: bigint;
  available_seq: bigint;
  frozen_seq: bigint;
  lines: bigint;
}

export const EMPTY_WALLET: Wallet = { available: 0n, frozen: 0n, available_seq: 0n, frozen_seq: 0n, lines: 0n };

/** A posting with its sequence number in the account; the platform's accounts have none. */
interface ChainedPosting extends Posting {
  seq: bigint | null;
  balanceAfter: bigint | null;
}

/** Thrown if an event exceeds the balance of an account. */
export class InsufficientBalanceError extends Error {
  override readonly name = 'InsufficientBalanceError';
}

/**
 * Thrown if an event would raise a wallet above `MAX_BALANCE`. A ConflictError, because it isn't a defect of the
 * program.
 */
export class BalanceLimitError extends ConflictError {
  constructor() {
    super({ id: 'balance_limit' });
  }
}

/** Thrown if a merchant has no wallet in the currency of an event. */
export class WalletMissingError extends Error {
  override readonly name = 'WalletMissingError';
}

/** Creates an empty wallet. No-op if it exists. */
export async function openWallet(db: DbOrTx, merchantId: string, currency: string, at: Date): Promise<void> {
  await db
    .insertInto('wallets')
    .values({ merchant_id: merchantId, currency, updated_at: at })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'currency']).doNothing())
    .execute();
}

/**
 * Replaces the unused wallet of a merchant with one in another currency.
 * @returns false, without a change, if the wallet has an entry
 */
export async function replaceUnusedWallet(
  tx: Tx,
  merchantId: string,
  { from, to }: { from: string; to: string },
  at: Date,
): Promise<boolean> {
  const { available_seq, frozen_seq } = await lockWallet(tx, merchantId, from);
  if (available_seq + frozen_seq > 0n) return false;
  held.delete(tx);
  await tx.deleteFrom('wallets').where('merchant_id', '=', merchantId).where('currency', '=', from).execute();
  await openWallet(tx, merchantId, to, at);
  return true;
}

interface LockedWallet extends Wallet {
  /** Booking time of its last entry, or null if it has none. */
  bookedAt: Date | null;
}

/** The wallets that each transaction has locked, by merchant and currency, as its last booking leaves them. */
const held = new WeakMap<Tx, Map<string, LockedWallet>>();

const keyOf = (merchantId: string, currency: string) => `${merchantId} ${currency}`;

/** Notes what the transaction that has locked a wallet makes of it. */
export function holdWallet(tx: Tx, merchantId: string, currency: string, wallet: LockedWallet): void {
  const wallets = held.get(tx) ?? new Map<string, LockedWallet>();
  held.set(tx, wallets.set(keyOf(merchantId, currency), wallet));
}

/**
 * Reads a wallet `for update`, so that it can't change until the transaction ends. Without the lock, concurrent updates
 * at READ COMMITTED overwrite each other. Reads nothing if the transaction has locked it before.
 *
 * @throws {WalletMissingError} if there is no wallet
 */
export async function lockWallet(tx: Tx, merchantId: string, currency: string): Promise<LockedWallet> {
  const known = held.get(tx)?.get(keyOf(merchantId, currency));
  if (known) return known;
  const row = await tx
    .selectFrom('wallets')
    .select(['available', 'frozen', 'available_seq', 'frozen_seq', 'lines', 'updated_at'])
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new WalletMissingError(`${merchantId} has no wallet in ${currency}`);
  const { updated_at, ...wallet } = row;
  const locked = { ...wallet, bookedAt: wallet.lines > 0n ? updated_at : null };
  holdWallet(tx, merchantId, currency, locked);
  return locked;
}

/** Available balance in minor units; 0n if there is no wallet. Unlocked read: for display only. */
export async function readAvailable(db: DbOrTx, merchantId: string, currency: string): Promise<bigint> {
  const row = await db
    .selectFrom('wallets')
    .select('available')
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.available ?? 0n;
}

/** The statement that writes back a wallet which its transaction has locked, to be combined with others. */
export function storing(
  { merchantId, currency }: { merchantId: string; currency: string },
  { available, frozen, available_seq, frozen_seq, lines }: Wallet,
  at: Date,
): RawBuilder<unknown> {
  return sql`
    update wallets set available = ${available}, frozen = ${frozen}, available_seq = ${available_seq},
      frozen_seq = ${frozen_seq}, lines = ${lines}, updated_at = ${at}
    where merchant_id = ${merchantId} and currency = ${currency}`;
}

/**
 * Applies the postings of one event to a wallet and returns the result; the argument isn't changed. An event that
 * changes the wallet becomes its next line.
 *
 * @throws {InsufficientBalanceError} if `available` or `frozen` would become negative
 * @throws {BalanceLimitError} if the wallet gains and would exceed `MAX_BALANCE`
 * @throws {RangeError} if the postings don't sum to zero
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
  wallet[`${account}_seq`] += 1n;
  return { seq: wallet[`${account}_seq`], balanceAfter };
}

/**
 * Deletes the ledger and all wallets. Only for replacing demo data, because entries are otherwise immutable.
 *
 * @returns the number of deleted ledger transactions
 */
export async function clearLedger(tx: Tx): Promise<bigint> {
  await tx.deleteFrom('ledger_lines').execute();
  await tx.deleteFrom('ledger_entries').execute();
  const { numDeletedRows } = await tx.deleteFrom('ledger_transactions').executeTakeFirst();
  await tx.updateTable('wallets').set(EMPTY_WALLET).execute();
  held.delete(tx);
  return numDeletedRows;
}

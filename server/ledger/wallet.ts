import { MAX_BALANCE } from '#shared/money/amount.ts';
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
export interface ChainedPosting extends Posting {
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

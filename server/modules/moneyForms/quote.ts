import type { Kysely } from 'kysely';
import type { MoneyQuote } from '#shared/contract/moneyForms.ts';
import type { Database } from '#server/db/schema.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { checkCovered } from '#server/money/quote.ts';
import { termsOf, type Move } from '#server/money/terms.ts';
import { needsApproval } from '#server/modules/paymentRequests/service.ts';
import { shownTerms } from './shownTerms.ts';

/**
 * What a move of money would cost if it were asked for now. Nothing is locked or written: the request asks it all again.
 * @throws ValidationError as the request would
 */
export async function quote(db: Kysely<Database>, merchantId: string, move: Move): Promise<MoneyQuote> {
  const { tenant, channel, charge } = await termsOf(db, merchantId, move);
  const available = await readAvailable(db, merchantId, charge.currency);
  const isIn = move.type === 'deposit';
  if (!isIn) checkCovered(charge, available, tenant);
  const { amount, fee, arrival_amount, debit_amount } = charge;
  const digits = (minor: bigint) => minor.toString();
  return {
    ...shownTerms(channel),
    ...{ amount: digits(amount), fee: digits(fee) },
    ...{ arrival_amount: digits(arrival_amount), debit_amount: digits(debit_amount) },
    available: digits(available),
    available_after: digits(isIn ? available + arrival_amount : available - debit_amount),
    needs_approval: move.type === 'payout' && needsApproval(amount, tenant),
  };
}

import { arrivalAmount, debitAmount } from '#shared/money/fee.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { checkCovered } from '#server/money/quote.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { lockDraft } from './repairBatch.ts';

/**
 * Returns the amounts that submitting a draft would freeze, at the terms with which its rows were checked, and the
 * remaining balance. Amounts are in minor units.
 * @throws {NotFoundError} if the tenant has no such batch
 * @throws {ConflictError} if it isn't a draft, must be checked again, or the balance is too low (with the quote)
 */
export async function quoteSubmission(tx: Tx, actor: Actor, id: string) {
  const { currency, total_amount, total_fee, deduction } = await lockDraft(tx, actor, id);
  if (deduction === null) throw new ConflictError({ id: 'batch_outdated' });
  const debit = debitAmount(total_amount, total_fee, deduction);
  const available = await readAvailable(tx, actor.merchantId, currency);
  const quoted = {
    currency,
    fee: String(total_fee),
    arrival_amount: String(arrivalAmount(total_amount, total_fee, deduction)),
    debit_amount: String(debit),
    available: String(available),
    available_after: String(available - debit),
  };
  checkBatchCovered({ debit_amount: debit, currency }, available, await tenantSettings(tx, actor.merchantId), quoted);
  return quoted;
}

/** Turns the field error into a conflict, because the submission has no amount field to show it at. */
export function checkBatchCovered(...asked: Parameters<typeof checkCovered>): void {
  try {
    checkCovered(...asked);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { fields, quote } = error;
    throw fields['amount']
      ? new ConflictError({ id: fields['amount'].key, args: fields['amount'].args ?? {}, quote })
      : error;
  }
}

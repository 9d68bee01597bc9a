import { sql } from 'kysely';
import { arrivalAmount, debitAmount } from '#shared/money/fee.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { shownApproval } from '#server/money/approvals.ts';
import { assertPower } from '#server/access/powers.ts';
import { assertChecker } from '#server/money/checkers.ts';
import { checkCovered } from '#server/money/quote.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { lockDraft } from './repairBatch.ts';
import { batchApprovalOf } from './rules/batchApproval.ts';

/**
 * Returns the channel and the payees of a draft, the amounts that submitting it would freeze, at the terms with which
 * its rows were checked, who bears the fee, the remaining balance, and the rule that asks for approval. Amounts are in minor units.
 * @throws {NotFoundError} if the tenant has no such batch
 * @throws {ForbiddenError} like `assertPower`, and like `assertChecker` if it needs approval
 * @throws {ConflictError} if it isn't a draft, must be checked again, or the balance is too low (with the quote)
 */
export async function quoteSubmission(tx: Tx, actor: Actor, id: string, at: Date) {
  await assertPower(tx, actor, 'pay', at);
  const batch = await lockDraft(tx, actor, id);
  const { currency, total_amount, total_fee, deduction, channel_id } = batch;
  if (deduction === null) throw new ConflictError({ id: 'batch_outdated' });
  const debit = debitAmount(total_amount, total_fee, deduction);
  const available = await readAvailable(tx, actor.merchantId, currency);
  const channel = await tx
    .selectFrom('channels')
    .where('merchant_id', '=', actor.merchantId)
    .where('id', '=', channel_id)
    .select('name')
    .executeTakeFirst();
  const tenant = await tenantSettings(tx, actor.merchantId);
  const approval = await batchApprovalOf(tx, batch, tenant, at);
  if (approval && batch.creator_id !== actor.userId) {
    const by = { merchantId: actor.merchantId, makerId: batch.creator_id, checker: actor };
    await assertChecker(tx, { ...by, permission: 'batch_transfers.submit', at });
  }
  const quoted = {
    currency,
    channel_name: channel?.name ?? null,
    ...(await payeesOf(tx, actor.merchantId, id)),
    deduction,
    fee: String(total_fee),
    arrival_amount: String(arrivalAmount(total_amount, total_fee, deduction)),
    debit_amount: String(debit),
    available: String(available),
    available_after: String(available - debit),
    approval: approval && { ...shownApproval(approval), lines: [...approval.lines] },
  };
  checkBatchCovered({ debit_amount: debit, currency }, available, tenant, quoted);
  return quoted;
}

/**
 * Counts the payees of a batch, and those without a successful payment so far. As for approvers of single payments, those
 * with the same name and visible digits of the card are the same.
 */
async function payeesOf(tx: Tx, merchantId: string, batchId: string) {
  const { rows } = await sql<{ payees: bigint; first: bigint }>`
    select count(*) as payees, count(*) filter (where not exists (
      select from payouts p where p.merchant_id = ${merchantId} and p.payee_name = i.payee_name
        and p.card_number_masked = i.card_number_masked and p.status = 'success')) as first
    from (select distinct payee_name, card_number_masked from batch_transfer_items
      where merchant_id = ${merchantId} and batch_id = ${batchId} and status = 'valid') i`.execute(tx);
  return { payee_count: Number(rows[0]?.payees ?? 0), first_payment_count: Number(rows[0]?.first ?? 0) };
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

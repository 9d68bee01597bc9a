import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { enabledPayeeOf } from '#server/modules/payees/service.ts';
import type { AgreedCharge } from '#server/money/quote.ts';
import { repetitionOf } from '#server/money/repetition.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { PaymentRequest } from './newRequest.ts';
import type { createRequesting } from './requestPayment.ts';

type Deps = Pick<ReturnType<typeof createRequesting>, 'request'> & { cipher: Cipher };

export function createPayAgain({ request, cipher }: Deps) {
  /**
   * Requests a failed payment again with the same data. Merchants' servers repeat their payouts themselves.
   * @throws {ConflictError} if it hasn't failed, is being repeated already, or its account can't be paid now
   * @throws {ValidationError} like `request`
   */
  return async function payAgain(
    tx: Tx,
    actor: Actor,
    payoutId: string,
    agreed?: AgreedCharge,
  ): Promise<PaymentRequest> {
    const { merchantId } = actor;
    const payout = await tx
      .selectFrom('payouts')
      .where('merchant_id', '=', merchantId)
      .where('id', '=', payoutId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!payout) throw new NotFoundError();
    if (payout.status !== 'failed' || payout.source === 'api') {
      throw new ConflictError({ id: 'not_in_this_state', args: { record: payout.order_no } });
    }
    const repeated = await repetitionOf(tx, merchantId, payout.id);
    if (repeated.request)
      throw new ConflictError({ id: 'already_paid_again', args: { request: repeated.request.number } });
    if (repeated.batch) throw new ConflictError({ id: 'already_in_batch', args: { batch: repeated.batch.number } });
    const { channel_id, payee_name, bank_name, branch_name, amount, remark } = payout;
    const named = await enabledPayeeOf(tx, merchantId, 'payouts', payout.id);
    const saved = { payeeId: named?.id ?? null, savedWith: named?.isSavedWith ? named.id : null, accountField: null };
    const payee = { ...saved, payee_name, card_number: cipher.decrypt(payout.card_number), bank_name, branch_name };
    return request(tx, actor, { channel_id, ...payee, amount, remark, ...(agreed && { agreed }) }, payout);
  };
}

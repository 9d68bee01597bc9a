import { sql } from 'kysely';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { ValidationError } from '#server/errors.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { payeeHistory } from '#server/money/payeeHistory.ts';
import { termsOf } from '#server/money/quote.ts';
import type { Payees } from '#server/modules/payees/service.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';

/**
 * Facts for approvers of a pending payment: its fee and cost as of today, the remaining balance, and earlier payments to
 * the payee. Earlier payments are matched by name and masked card number, the saved payee by its whole number.
 */
export async function paymentFacts(
  { db: { kysely }, cipher, payees }: { db: Db; cipher: Cipher; payees: Payees },
  merchantId: string,
  { id, status }: WireRecord,
) {
  if (status !== 'pending') return {};
  const request = await kysely
    .selectFrom('payment_requests')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .select(['channel_id', 'payee_name', 'card_number', 'card_number_masked', 'amount', 'currency'])
    .executeTakeFirstOrThrow();
  const { channel_id: channelId, amount, currency, payee_name, card_number_masked } = request;
  const payee = sql`payee_name = ${payee_name} and card_number_masked = ${card_number_masked}`;
  const [before, savedSince, available, charge] = await Promise.all([
    payeeHistory(kysely, 'payouts', { merchantId, amount, currency }, payee),
    payees.savedSince(kysely, merchantId, cipher.decrypt(request.card_number)),
    readAvailable(kysely, merchantId, currency),
    termsOf(kysely, merchantId, { type: 'payout', channelId, amount }).then(
      (terms) => terms.charge,
      (error: unknown) => {
        // The channel can't take the payment now; approving it says why.
        if (error instanceof ValidationError) return null;
        throw error;
      },
    ),
  ]);
  return {
    ...before,
    payee_saved_at: savedSince?.toISOString() ?? null,
    available: available.toString(),
    ...(charge && { fee: charge.fee.toString() }),
    payee_amount: charge?.arrival_amount.toString() ?? null,
    debit_amount: charge?.debit_amount.toString() ?? null,
    available_after: charge && (available - charge.debit_amount).toString(),
  };
}

import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { ValidationError } from '#server/errors.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { paidBefore } from '#server/money/paidBefore.ts';
import { termsOf } from '#server/money/quote.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';

/**
 * What those who decide on a payment go by while it waits: what would leave the balance at today's fee, what would be
 * left, and what the payee got before. A payee is a name with a card whose visible digits are the same.
 */
export async function paymentFacts({ kysely }: Db, merchantId: string, { id, status }: WireRecord) {
  if (status !== 'pending') return {};
  const request = await kysely
    .selectFrom('payment_requests')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .select(['channel_id', 'payee_name', 'card_number_masked', 'amount', 'currency'])
    .executeTakeFirstOrThrow();
  const { channel_id: channelId, amount, currency, payee_name, card_number_masked } = request;
  const payee = sql`payee_name = ${payee_name} and card_number_masked = ${card_number_masked}`;
  const [before, available, debit] = await Promise.all([
    paidBefore(kysely, 'payouts', { merchantId, amount, currency }, payee),
    readAvailable(kysely, merchantId, currency),
    termsOf(kysely, merchantId, { type: 'payout', channelId, amount }).then(
      ({ charge }) => charge.debit_amount,
      (error: unknown) => {
        // The channel takes no such payment now; whoever approves is told why.
        if (error instanceof ValidationError) return null;
        throw error;
      },
    ),
  ]);
  return {
    ...before,
    available: available.toString(),
    debit_amount: debit?.toString() ?? null,
    available_after: debit === null ? null : (available - debit).toString(),
  };
}

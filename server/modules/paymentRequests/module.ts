import { sql } from 'kysely';
import { plainText } from '@merchant-console/declaration';
import { idOrNone } from '#server/db/rows.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { ForbiddenError, ValidationError } from '#server/errors.ts';
import { markingOwn, returningRequestFrom } from '#server/resources/ownRequests.ts';
import { agreedChargeIn, amountIn, cardNumberIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { revealAccount } from '#server/money/revealAccount.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { payeeHistory } from '#server/money/payeeHistory.ts';
import { heldCharge, termsOf } from '#server/money/quote.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { decisionFacts } from '../decisions/service.ts';
import type { PaymentRequests } from './service.ts';

export const paymentRequestsModule: Module = {
  resources: async (services) => ({
    payment_requests: {
      ...markingOwn(await viewSource(services.db, 'v_payment_requests', SEARCH.payment_requests)),
      writer: { reveal: revealAccount(services, 'payment_requests') },
      sometimesStepUp: ['request'],
      actions: paymentRequestActions(services.paymentRequests),
      async details(merchantId, record, reader) {
        if (record['status'] !== 'pending') return paymentFacts(services, merchantId, record);
        const pending = { merchantId, resource: 'payment_requests', permission: 'payment_requests.approve', record };
        const [facts, decision] = await Promise.all([
          paymentFacts(services, merchantId, record),
          decisionFacts(services, pending, reader),
        ]);
        return { ...facts, ...decision };
      },
    },
  }),
};

/** Actions of merchants' users: requesters and approvers. */
function paymentRequestActions(requests: PaymentRequests): Actions {
  const onOne = returningRequestFrom('v_payment_requests');
  return {
    request: onOne((tx, { actor, values, permissions, assertConfirmed }) => {
      const wanted = {
        channel_id: textIn(values, 'channel_id'),
        amount: amountIn(values),
        remark: optionalTextIn(values, 'remark'),
        agreed: agreedChargeIn(values),
      };
      const payeeId = optionalTextIn(values, 'payee_id');
      if (payeeId !== null) return requests.toSaved(tx, actor, payeeId, wanted);
      const typed = {
        ...wanted,
        payee_name: textIn(values, 'payee_name'),
        card_number: cardNumberIn(values),
        bank_name: textIn(values, 'bank_name'),
        branch_name: optionalTextIn(values, 'branch_name'),
      };
      if (values['save_payee'] !== true) return requests.request(tx, actor, typed);
      if (!permissions.has('payees.create')) throw new ForbiddenError();
      assertConfirmed();
      return requests.andSave(tx, actor, typed);
    }),
    approve: onOne((tx, { actor, id, values }) => requests.approve(tx, actor, id, agreedChargeIn(values))),
    reject: onOne((tx, { actor, id, values }) => requests.reject(tx, actor, id, textIn(values, 'reject_reason'))),
    cancel: onOne((tx, { actor, id }) => requests.cancel(tx, actor, id)),
  };
}

/**
 * Facts for approvers of a pending payment: its fee and cost as of today, the remaining balance, earlier payments to the
 * payee, and its saved payee. Earlier payments are matched by name and masked card number.
 */
async function paymentFacts(services: Services, merchantId: string, { id, status, ...record }: WireRecord) {
  const { db: { kysely }, payees } = services; // prettier-ignore
  if (status === 'pass') return resultOf(kysely, merchantId, plainText(record['payout_id']));
  if (status !== 'pending') return {};
  const request = await kysely
    .selectFrom('payment_requests')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .select([
      'merchant_id',
      'channel_id',
      'payee_id',
      'saves_payee',
      'payee_name',
      'bank_name',
      'card_number',
      'card_number_masked',
    ])
    .select(['amount', 'currency', 'payout_id'])
    .executeTakeFirstOrThrow();
  const { channel_id: channelId, amount, currency, payee_name, card_number_masked, payout_id } = request;
  const payee = sql`payee_name = ${payee_name} and card_number_masked = ${card_number_masked}`;
  const [before, savedPayee, inWallet, held, charge] = await Promise.all([
    payeeHistory(kysely, 'payouts', { merchantId, amount, currency }, payee),
    payees.compared(kysely, request),
    readAvailable(kysely, merchantId, currency),
    heldCharge(kysely, merchantId, payout_id),
    termsOf(kysely, merchantId, { type: 'payout', channelId, amount }).then(
      (terms) => terms.charge,
      (error: unknown) => {
        // The channel can't take the payment now; approving it says why.
        if (error instanceof ValidationError) return null;
        throw error;
      },
    ),
  ]);
  const cost = held ?? charge;
  const available = inWallet + (held?.debit_amount ?? 0n);
  return {
    ...before,
    ...savedPayee,
    available: available.toString(),
    ...(cost && { fee: cost.fee.toString() }),
    payee_amount: cost?.arrival_amount.toString() ?? null,
    debit_amount: cost?.debit_amount.toString() ?? null,
    available_after: cost && (available - cost.debit_amount).toString(),
  };
}

/** When and why the payout of a request ended. */
async function resultOf(db: DbOrTx, merchantId: string, payoutId: string) {
  const payout = await db
    .selectFrom('payouts')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', idOrNone(payoutId))
    .select(['finished_at', 'error_code', 'error_msg'])
    .executeTakeFirst();
  if (!payout) return {};
  const { finished_at, error_code, error_msg } = payout;
  return { payout_finished_at: finished_at?.toISOString() ?? null, error_code, error_msg };
}

import { ForbiddenError } from '#server/errors.ts';
import { markingOwn, returningRequestFrom } from '#server/resources/ownRequests.ts';
import { agreedChargeIn, amountIn, cardNumberIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { revealAccount } from '#server/money/revealAccount.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { paymentFacts } from './facts.ts';
import type { PaymentRequests } from './service.ts';

export const paymentRequestsModule: Module = {
  resources: async (services) => ({
    payment_requests: {
      ...markingOwn(await viewSource(services.db, 'v_payment_requests')),
      writer: { reveal: revealAccount(services, 'payment_requests') },
      actions: paymentRequestActions(services.paymentRequests),
      details: (merchantId, record) => paymentFacts(services, merchantId, record),
    },
  }),
};

/** Actions of merchants' users: requesters and approvers. */
function paymentRequestActions(requests: PaymentRequests): Actions {
  const onOne = returningRequestFrom('v_payment_requests');
  return {
    request: onOne((tx, { actor, values, permissions }) => {
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
      return requests.andSave(tx, actor, typed);
    }),
    approve: onOne((tx, { actor, id, values }) => requests.approve(tx, actor, id, agreedChargeIn(values))),
    reject: onOne((tx, { actor, id, values }) => requests.reject(tx, actor, id, textIn(values, 'reject_reason'))),
    cancel: onOne((tx, { actor, id }) => requests.cancel(tx, actor, id)),
  };
}

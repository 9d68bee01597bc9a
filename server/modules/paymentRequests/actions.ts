import { agreedIn, amountIn, cardNumberIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { answeringWith } from '#server/resources/answeringWith.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import type { PaymentRequests } from './service.ts';

/** What a merchant's people can do: those who ask, and those who decide. */
export function paymentRequestActions(requests: PaymentRequests): Actions {
  const onOne = answeringWith('v_payment_requests');
  return {
    request: onOne((tx, { actor, values }) =>
      requests.request(tx, actor, {
        channel_id: textIn(values, 'channel_id'),
        payee_name: textIn(values, 'payee_name'),
        card_number: cardNumberIn(values),
        bank_name: textIn(values, 'bank_name'),
        branch_name: optionalTextIn(values, 'branch_name'),
        amount: amountIn(values),
        remark: optionalTextIn(values, 'remark'),
        agreed: agreedIn(values),
      }),
    ),
    approve: onOne((tx, { actor, ids: [id = ''] }) => requests.approve(tx, actor, id)),
    reject: onOne((tx, { actor, ids: [id = ''], values }) =>
      requests.reject(tx, actor, id, textIn(values, 'reject_reason')),
    ),
    cancel: onOne((tx, { actor, ids: [id = ''] }) => requests.cancel(tx, actor, id)),
  };
}

import { agreedIn, amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { tenantOf } from '#server/money/tenantOf.ts';
import { answeringWith } from '#server/resources/answeringWith.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import type { Deposits } from './service.ts';

/** What a merchant's people can do. */
export function depositActions(deposits: Deposits): Actions {
  const onOne = answeringWith('deposits');
  return {
    request: onOne((tx, { actor, values }) =>
      deposits.request(tx, actor, {
        channel_id: textIn(values, 'channel_id'),
        amount: amountIn(values),
        payer_name: textIn(values, 'payer_name'),
        remark: optionalTextIn(values, 'remark'),
        agreed: agreedIn(values),
      }),
    ),
  };
}

/** What operators of the platform can do. */
export function depositReviewActions(deposits: Deposits): Actions {
  const onOne = answeringWith('v_deposit_reviews');
  return {
    pass: onOne(async (tx, { actor, ids: [id = ''] }) => deposits.pass(tx, actor, await tenantOf(tx, 'deposits', id))),
    reject: onOne(async (tx, { actor, ids: [id = ''], values }) =>
      deposits.reject(tx, actor, await tenantOf(tx, 'deposits', id), textIn(values, 'reject_reason')),
    ),
  };
}

import { agreedIn, amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { tenantOf } from '#server/money/tenantOf.ts';
import { answeringWith } from '#server/resources/answeringWith.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import type { Withdrawals } from './service.ts';

/** What a merchant's people can do. */
export function withdrawalActions(withdrawals: Withdrawals): Actions {
  const onOne = answeringWith('v_withdrawals');
  return {
    request: onOne((tx, { actor, values }) =>
      withdrawals.request(tx, actor, {
        bankcard_id: textIn(values, 'bankcard_id'),
        amount: amountIn(values),
        remark: optionalTextIn(values, 'remark'),
        agreed: agreedIn(values),
      }),
    ),
    cancel: onOne((tx, { actor, ids: [id = ''] }) => withdrawals.cancel(tx, actor, id)),
  };
}

/** What operators of the platform can do. */
export function withdrawalReviewActions(withdrawals: Withdrawals): Actions {
  const onOne = answeringWith('v_withdrawal_reviews');
  return {
    approve: onOne(async (tx, { actor, ids: [id = ''] }) =>
      withdrawals.approve(tx, actor, await tenantOf(tx, 'withdrawals', id)),
    ),
    reject: onOne(async (tx, { actor, ids: [id = ''], values }) =>
      withdrawals.reject(tx, actor, await tenantOf(tx, 'withdrawals', id), textIn(values, 'reject_reason')),
    ),
    succeed: onOne(async (tx, { actor, ids: [id = ''] }) =>
      withdrawals.succeed(tx, actor, await tenantOf(tx, 'withdrawals', id)),
    ),
    fail: onOne(async (tx, { actor, ids: [id = ''], values }) =>
      withdrawals.fail(tx, actor, await tenantOf(tx, 'withdrawals', id), textIn(values, 'reject_reason')),
    ),
  };
}

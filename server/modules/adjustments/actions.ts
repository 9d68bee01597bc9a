import { signedAmountIn, textIn } from '#server/money/readForm.ts';
import { tenantOf } from '#server/money/tenantOf.ts';
import { answeringWith } from '#server/resources/answeringWith.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import type { Adjustments } from './service.ts';

/** What operators of the platform can do. */
export function adjustmentActions(adjustments: Adjustments): Actions {
  const onOne = answeringWith('v_adjustments');
  return {
    request: onOne((tx, { actor, values }) =>
      adjustments.request(tx, actor, {
        merchantId: textIn(values, 'tenant_id'),
        currency: textIn(values, 'currency'),
        amount: signedAmountIn(values),
        reason: textIn(values, 'reason'),
      }),
    ),
    approve: onOne(async (tx, { actor, ids: [id = ''] }) =>
      adjustments.approve(tx, actor, await tenantOf(tx, 'adjustments', id)),
    ),
    reject: onOne(async (tx, { actor, ids: [id = ''], values }) =>
      adjustments.reject(tx, actor, await tenantOf(tx, 'adjustments', id), textIn(values, 'reject_reason')),
    ),
  };
}

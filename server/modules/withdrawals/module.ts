import { agreedChargeIn, amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { revealAccount } from '#server/money/revealAccount.ts';
import { tenantOf } from '#server/money/tenant.ts';
import { markingOwn, returningRequestFrom } from '#server/resources/ownRequests.ts';
import { returningRecordFrom } from '#server/resources/plainRecord.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Module } from '../Module.ts';
import { withdrawalFacts } from './facts.ts';
import { createWithdrawals, type Withdrawals } from './service.ts';

export const withdrawalsModule: Module = {
  resources: async (services) => {
    const { db, clock } = services;
    const withdrawals = createWithdrawals({ clock });
    return {
      withdrawals: {
        ...markingOwn(await viewSource(db, 'v_withdrawals')),
        writer: { reveal: revealAccount(services, 'withdrawals') },
        actions: withdrawalActions(withdrawals),
      },
      withdrawal_reviews: {
        source: await viewSource(db, 'v_withdrawal_reviews'),
        actions: withdrawalReviewActions(withdrawals),
        details: (_platform, record) => withdrawalFacts(db, record),
      },
    };
  },
};

/** Actions of merchants' users. */
function withdrawalActions(withdrawals: Withdrawals): Actions {
  const onOne = returningRequestFrom('v_withdrawals');
  return {
    request: onOne((tx, { actor, values }) =>
      withdrawals.request(tx, actor, {
        bankcard_id: textIn(values, 'bankcard_id'),
        amount: amountIn(values),
        remark: optionalTextIn(values, 'remark'),
        agreed: agreedChargeIn(values),
      }),
    ),
    cancel: onOne((tx, { actor, id }) => withdrawals.cancel(tx, actor, id)),
  };
}

/** Actions of platform operators. */
function withdrawalReviewActions(withdrawals: Withdrawals): Actions {
  const onOne = returningRecordFrom('v_withdrawal_reviews');
  return {
    approve: onOne(async (tx, { actor, id }) => withdrawals.approve(tx, actor, await tenantOf(tx, 'withdrawals', id))),
    reject: onOne(async (tx, { actor, id, values }) =>
      withdrawals.reject(tx, actor, await tenantOf(tx, 'withdrawals', id), textIn(values, 'reject_reason')),
    ),
    succeed: onOne(async (tx, { actor, id }) => withdrawals.succeed(tx, actor, await tenantOf(tx, 'withdrawals', id))),
    fail: onOne(async (tx, { actor, id, values }) =>
      withdrawals.fail(tx, actor, await tenantOf(tx, 'withdrawals', id), textIn(values, 'reject_reason')),
    ),
  };
}

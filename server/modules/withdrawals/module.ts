import { millisecondsInWeek } from 'date-fns/constants';
import { sql } from 'kysely';
import { plainText } from '@merchant-console/declaration';
import { isOpen } from '#server/access/rightsOf.ts';
import { agreedChargeIn, amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { revealAccount } from '#server/money/revealAccount.ts';
import { tenantOf } from '#server/money/tenant.ts';
import { markingOwn, returningRequestFrom } from '#server/resources/ownRequests.ts';
import { returningRecordFrom } from '#server/resources/plainRecord.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Db } from '#server/db/connect.ts';
import { inTenant } from '#server/db/rows.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { openChannels } from '#server/money/openChannel.ts';
import { payeeHistory } from '#server/money/payeeHistory.ts';
import { userInWords } from '#server/money/userInWords.ts';
import { lastRedirection } from '#server/money/waitingAccount.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import type { Module } from '../Module.ts';
import { ofAllMerchants, SEARCH } from '../searchIndexes.ts';
import { pendingChange, withPendingChange } from '../operatorRequests/service.ts';
import { createWithdrawals, type Withdrawals } from './service.ts';

export const withdrawalsModule: Module = {
  resources: async (services) => {
    const { db, clock } = services;
    const withdrawals = createWithdrawals({ clock });
    return {
      withdrawals: {
        ...markingOwn(await viewSource(db, 'v_withdrawals', SEARCH.withdrawals)),
        writer: { reveal: revealAccount(services, 'withdrawals') },
        actions: withdrawalActions(withdrawals),
      },
      withdrawal_reviews: {
        source: await viewSource(db, 'v_withdrawal_reviews', ofAllMerchants(SEARCH.withdrawals)),
        actions: withdrawalReviewActions(withdrawals),
        details: async (_platform, record) => ({
          ...(await withdrawalFacts(db, record)),
          ...(await pendingChange(db.kysely, record.id)),
        }),
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
  const second = (act: Parameters<typeof onOne>[0]) => withPendingChange(onOne(act));
  return {
    approve: second(async (tx, { actor, id }) => withdrawals.approve(tx, actor, await tenantOf(tx, 'withdrawals', id))),
    reject: onOne(async (tx, { actor, id, values }) =>
      withdrawals.reject(tx, actor, await tenantOf(tx, 'withdrawals', id), textIn(values, 'reject_reason')),
    ),
    succeed: second(async (tx, { actor, id }) => withdrawals.succeed(tx, actor, await tenantOf(tx, 'withdrawals', id))),
    fail: second(async (tx, { actor, id, values }) =>
      withdrawals.fail(tx, actor, await tenantOf(tx, 'withdrawals', id), textIn(values, 'reject_reason')),
    ),
  };
}

/** Changes that typically precede fraud: by an intruder, or on behalf of a user who was locked out. */
const SIGN_IN_CHANGES = [
  'users.change_login_password',
  'users.change_pay_password',
  'users.set_pay_password',
  'users.reset_password',
  'users.reset_totp',
  'users.use_recovery_code',
  'users.enrol',
];

/**
 * Facts for the operator who decides on a withdrawal: whether the merchant is suspended or disabled, the remaining balance, the channel's current limits, the
 * card's age and earlier payments, the requester, and the last change of the requester's credentials.
 */
async function withdrawalFacts({ kysely }: Db, { id, status, tenant_id }: WireRecord) {
  if (status !== 'pending' && status !== 'processing') return {};
  const merchantId = plainText(tenant_id);
  const request = await kysely
    .selectFrom('withdrawals as w')
    .leftJoin('bankcards as c', inTenant('c.id', 'w.bankcard_id'))
    .leftJoin('users as u', inTenant('u.id', 'w.creator_id'))
    .innerJoin('merchants as m', 'm.merchant_id', 'w.merchant_id')
    .where('w.merchant_id', '=', merchantId)
    .where('w.id', '=', id)
    .select(isOpen('m').as('is_open'))
    .select(['w.amount', 'w.currency', 'w.bankcard_id', 'w.card_holder', 'w.card_number_masked', 'w.creator_id'])
    .select(['w.created_at', 'c.created_at as card_made_at', 'c.status as card_status', 'u.username', 'u.real_name'])
    .executeTakeFirstOrThrow();
  const { amount, currency, bankcard_id, creator_id, card_made_at, username, real_name } = request;
  // Its number and holder may have been changed since it was withdrawn to.
  const card = sql`bankcard_id = ${bankcard_id} and card_holder = ${request.card_holder}
    and card_number_masked = ${request.card_number_masked}`;
  const [before, redirected, available, [channel], changed] = await Promise.all([
    payeeHistory(kysely, 'withdrawals', { merchantId, amount, currency }, card),
    lastRedirection(kysely, { merchantId, resource: 'bankcards', id: bankcard_id }),
    readAvailable(kysely, merchantId, currency),
    openChannels(kysely, merchantId, 'withdrawal'),
    kysely
      .selectFrom('audit_logs')
      .where('merchant_id', '=', merchantId)
      .where('resource', '=', 'users')
      .where('record_id', '=', creator_id)
      .where('action', 'in', SIGN_IN_CHANGES)
      .select((select) => select.fn.max('at').as('at'))
      .executeTakeFirst(),
  ]);
  // Changes of the card or the requester's credentials are reported for a week.
  const recent = request.created_at.getTime() - millisecondsInWeek;
  const card_added_at = card_made_at && (redirected ?? card_made_at);
  const isRecent = (time: Date | null | undefined) => (time?.getTime() ?? 0) > recent;
  // For a removed card this is unknown.
  const cardStanding = (addedAt: Date) => {
    if (request.card_status === 'disabled') return 'disabled';
    if (addedAt > request.created_at) return 'changed';
    return isRecent(addedAt) ? 'new' : 'known';
  };
  return {
    ...before,
    merchant_standing: request.is_open ? 'open' : 'closed',
    available: available.toString(),
    // Not checked again, because the request was. Null if the merchant has no channel for withdrawals at the moment.
    min_amount: channel?.min_amount.toString() ?? null,
    max_amount: channel?.max_amount.toString() ?? null,
    requested_by: userInWords({ username, real_name }),
    card_added_at: card_added_at?.toISOString() ?? null,
    card_standing: card_added_at && cardStanding(card_added_at),
    sign_in_changed_at: changed?.at?.toISOString() ?? null,
    sign_in_standing: username === null ? null : isRecent(changed?.at) ? 'changed' : 'unchanged',
  };
}

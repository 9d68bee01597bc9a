import { plainText } from '#shared/format/plainText.ts';
import { agreedChargeIn, amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { tenantOf } from '#server/money/tenant.ts';
import { returningRecordFrom } from '#server/resources/plainRecord.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Db } from '#server/db/connect.ts';
import { inTenant } from '#server/db/rows.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { userInWords } from '#server/money/userInWords.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import type { Module } from '../Module.ts';
import { pendingChange, withPendingChange } from '../operatorRequests/service.ts';
import type { Deposits } from './service.ts';

export const depositsModule: Module = {
  resources: async ({ db, deposits }) => ({
    deposits: { source: await viewSource(db, 'deposits'), actions: depositActions(deposits) },
    deposit_reviews: {
      source: await viewSource(db, 'v_deposit_reviews'),
      actions: depositReviewActions(deposits),
      details: async (_platform, record) => ({
        ...(await depositFacts(db, record)),
        ...(await pendingChange(db.kysely, record.id)),
      }),
    },
  }),
};

/** Actions of merchants. */
function depositActions(deposits: Deposits): Actions {
  const onOne = returningRecordFrom('deposits');
  return {
    request: onOne((tx, { actor, values }) =>
      deposits.request(tx, actor, {
        channel_id: textIn(values, 'channel_id'),
        amount: amountIn(values),
        payer_name: textIn(values, 'payer_name'),
        remark: optionalTextIn(values, 'remark'),
        agreed: agreedChargeIn(values),
      }),
    ),
  };
}

/** Actions of platform operators. */
function depositReviewActions(deposits: Deposits): Actions {
  const onOne = returningRecordFrom('v_deposit_reviews');
  const pass = onOne(async (tx, { actor, id }) => deposits.pass(tx, actor, await tenantOf(tx, 'deposits', id)));
  return {
    pass: withPendingChange(pass),
    reject: onOne(async (tx, { actor, id, values }) =>
      deposits.reject(tx, actor, await tenantOf(tx, 'deposits', id), textIn(values, 'reject_reason')),
    ),
  };
}

/** Facts for the operator who confirms a deposit: the requester, and the merchant's balance before and after. */
async function depositFacts({ kysely }: Db, { id, status, tenant_id }: WireRecord) {
  if (status !== 'pending_payment') return {};
  const merchantId = plainText(tenant_id);
  const { currency, arrival_amount, ...requester } = await kysely
    .selectFrom('deposits as d')
    .leftJoin('users as u', inTenant('u.id', 'd.creator_id'))
    .where('d.merchant_id', '=', merchantId)
    .where('d.id', '=', id)
    .select(['d.currency', 'd.arrival_amount', 'u.username', 'u.real_name'])
    .executeTakeFirstOrThrow();
  const available = await readAvailable(kysely, merchantId, currency);
  return {
    requested_by: userInWords(requester),
    available: available.toString(),
    available_after: (available + arrival_amount).toString(),
  };
}

import { plainText } from '@merchant-console/declaration';
import { isOpen } from '#server/access/rightsOf.ts';
import { agreedChargeIn, amountIn, optionalTextIn, textIn } from '#server/money/readForm.ts';
import { tenantOf } from '#server/money/tenant.ts';
import { returningRecordFrom } from '#server/resources/plainRecord.ts';
import type { Actions } from '#server/resources/ResourceBackend.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { inTenant } from '#server/db/rows.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { userInWords } from '#server/money/userInWords.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import type { Module } from '../Module.ts';
import { ofAllMerchants, SEARCH } from '../searchIndexes.ts';
import { pendingChange, withPendingChange } from '../operatorRequests/service.ts';
import type { Deposits } from './service.ts';

export const depositsModule: Module = {
  resources: async ({ db, deposits }) => ({
    deposits: { source: await viewSource(db, 'deposits', SEARCH.deposits), actions: depositActions(deposits) },
    deposit_reviews: {
      source: await viewSource(db, 'v_deposit_reviews', ofAllMerchants(SEARCH.deposits)),
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

/**
 * Facts for the operator who confirms a deposit: whether the merchant is suspended or disabled, the requester, the payer's earlier deposits, and the merchant's balance
 * before and after.
 */
async function depositFacts({ kysely }: Db, { id, status, tenant_id }: WireRecord) {
  if (status !== 'pending_payment') return {};
  const merchantId = plainText(tenant_id);
  const { currency, arrival_amount, payer_name, is_open, ...requester } = await kysely
    .selectFrom('deposits as d')
    .leftJoin('users as u', inTenant('u.id', 'd.creator_id'))
    .innerJoin('merchants as m', 'm.merchant_id', 'd.merchant_id')
    .where('d.merchant_id', '=', merchantId)
    .where('d.id', '=', id)
    .select(['d.currency', 'd.arrival_amount', 'd.payer_name', 'u.username', 'u.real_name', isOpen('m').as('is_open')])
    .executeTakeFirstOrThrow();
  const available = await readAvailable(kysely, merchantId, currency);
  const payer = await paidBefore(kysely, { merchantId, currency, payer_name });
  return {
    merchant_standing: is_open ? 'open' : 'closed',
    requested_by: userInWords(requester),
    payer_deposits: payer.count,
    payer_total: payer.count === 0 ? null : payer.total.toString(),
    payer_last_at: payer.lastAt,
    available: available.toString(),
    available_after: (available + arrival_amount).toString(),
  };
}

/**
 * The merchant's credited deposits of that payer, in whatever case and width the name is written. Names are compared in
 * code, because the database folds only ASCII letters.
 */
async function paidBefore(
  db: DbOrTx,
  { merchantId, currency, payer_name }: { merchantId: string; currency: string; payer_name: string },
) {
  const payers = await db
    .selectFrom('deposits')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'pass')
    .where('currency', '=', currency)
    .groupBy('payer_name')
    .select(({ fn, cast }) => [
      'payer_name',
      cast<number>(fn.countAll(), 'integer').as('count'),
      cast<bigint>(fn.sum('amount'), 'bigint').as('total'),
      fn.max('created_at').as('lastAt'),
    ])
    .execute();
  const own = payers.filter((one) => folded(one.payer_name) === folded(payer_name));
  const times = own.map(({ lastAt }) => lastAt.getTime());
  return {
    count: own.reduce((sum, { count }) => sum + count, 0),
    total: own.reduce((sum, { total }) => sum + total, 0n),
    lastAt: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
  };
}

const folded = (name: string) => name.normalize('NFKC').trim().toUpperCase().toLowerCase();

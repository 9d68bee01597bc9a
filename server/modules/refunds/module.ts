import { refundQuote, type RefundQuote } from '#shared/contract/refunds.ts';
import { refundAdapterOf } from '#server/gateway/channels/ChannelConnections.ts';
import { createRefundProcessor } from '#server/gateway/createRefundProcessor.ts';
import { refundJobs } from '#server/jobs/jobQueue.ts';
import { markingOwn, returningRequestFrom } from '#server/resources/ownRequests.ts';
import { amountIn, textIn } from '#server/money/readForm.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import type { UserKey } from '#server/db/tenants.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { shownApproval } from '#server/money/approvals.ts';
import { assertPower } from '#server/access/powers.ts';
import { checkCovered } from '#server/money/quote.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { decisionFacts } from '../decisions/service.ts';
import { notifyActions } from '../notifyAttempts/service.ts';
import { leftToRefund, refundApprovalOf, refundTerms } from './refundTerms.ts';
import { readOrder } from './lockOrder.ts';

const onOne = returningRequestFrom('v_refunds');

export const refundsModule: Module = {
  routes(router, { db, clock }) {
    router.signedIn(refundQuote, ({ session, params, body }) =>
      quoteRefund(db.kysely, { ...session, at: clock.now() }, params.id, amountIn(body)),
    );
  },

  resources: async ({ db, clock, translators, refunds }) => ({
    refunds: {
      ...markingOwn(await viewSource(db, 'v_refunds', SEARCH.refunds)),
      actions: {
        approve: onOne((tx, { actor, id }) => refunds.approve(tx, actor, id)),
        reject: onOne((tx, { actor, id, values }) => refunds.reject(tx, actor, id, textIn(values, 'reject_reason'))),
        cancel: onOne((tx, { actor, id }) => refunds.cancel(tx, actor, id)),
        ...notifyActions(clock, 'refunds', 'v_refunds'),
      },
      async details(merchantId, record, reader) {
        if (record['status'] !== 'pending_approval') return refundFacts(db.kysely, merchantId, record);
        const pending = { merchantId, resource: 'refunds', permission: 'refunds.approve', record };
        const [facts, decision] = await Promise.all([
          refundFacts(db.kysely, merchantId, record),
          decisionFacts({ db, clock, translators }, pending, reader),
        ]);
        return { ...facts, ...decision };
      },
    },
  }),

  workers: (services) => [
    createRefundProcessor({
      ...services,
      adapterOf: refundAdapterOf(services.connections),
      meter: services.metrics.worker('refunds', () => refundJobs.depth(services.db.kysely, services.clock.now())),
      onEnded: (status) => services.metrics.orderEnded('refunds', status),
    }),
  ],
};

/**
 * Returns what a refund would do if it were made now. Takes no lock and writes nothing.
 * @param amount minor units
 * @throws the errors of `request` of the refunds; with the quote if only the balance is too low
 */
export async function quoteRefund(
  db: DbOrTx,
  { merchantId, userId: makerId, at }: UserKey & { at: Date },
  orderId: string,
  amount: bigint,
): Promise<RefundQuote> {
  await assertPower(db, { merchantId, userId: makerId }, 'pay', at);
  const tenant = await tenantSettings(db, merchantId);
  const order = await readOrder(db, merchantId, orderId);
  const { left, refund_fee, fee_returned, payer_amount, debit_amount } = await refundTerms(db, order, amount, tenant);
  const available = await readAvailable(db, merchantId, order.currency);
  const approval = await refundApprovalOf(db, order, amount, { makerId, tenant, at });
  const quoted: RefundQuote = {
    currency: order.currency,
    amount: amount.toString(),
    left: left.toString(),
    left_after: (left - amount).toString(),
    refund_fee,
    fee_returned: fee_returned.toString(),
    payer_amount: payer_amount.toString(),
    debit_amount: debit_amount.toString(),
    available: available.toString(),
    available_after: (available - debit_amount).toString(),
    needs_approval: approval !== null,
    approval: approval && shownApproval(approval),
  };
  checkCovered({ debit_amount, currency: order.currency }, available, tenant, quoted);
  return quoted;
}

/**
 * Facts for the approver of a pending refund: the order, its other refunds, the amount left, and the balance, from
 * which the refund is frozen already.
 */
async function refundFacts(db: DbOrTx, merchantId: string, record: WireRecord) {
  if (record['status'] === 'processing') return { channel_checks: await refundJobs.polls(db, merchantId, record.id) };
  if (record['status'] !== 'pending_approval') return {};
  const refund = await db
    .selectFrom('refunds')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', record.id)
    .select(['order_id', 'amount'])
    .executeTakeFirstOrThrow();
  const order = await readOrder(db, merchantId, refund.order_id);
  const available = await readAvailable(db, merchantId, order.currency);
  const left = leftToRefund(order);
  return {
    order_amount: order.amount.toString(),
    refunded_before: (order.amount - left - refund.amount).toString(),
    left_after: left.toString(),
    payer_name: order.payer_name,
    succeeded_at: order.succeeded_at?.toISOString() ?? null,
    available: available.toString(),
  };
}

import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/schema.ts';
import { inTenant } from '#server/db/rows.ts';
import type { Processor, ProcessorTimes } from '#server/jobs/createProcessor.ts';
import { refundJobs } from '#server/jobs/jobQueue.ts';
import type { Refund, Refunds } from '#server/modules/refunds/service.ts';
import type { ChannelRefund } from './channels/ChannelAdapter.ts';
import { createSender, type OpenSending, type SenderDeps } from './createSender.ts';

/** Includes the channel's number of the payment. */
type OpenRefund = Refund & OpenSending & { channel_order_no: string | null };

interface RefundProcessorDeps extends SenderDeps<ChannelRefund> {
  refunds: Refunds;
}

/** Worker that brings refunds to their result. */
export function createRefundProcessor(deps: RefundProcessorDeps, times?: ProcessorTimes): Processor {
  const { refunds } = deps;
  return createSender<OpenRefund, ChannelRefund>(
    deps,
    {
      queue: refundJobs,
      subject: 'refund',
      find: findOpenRefunds,
      numberOf: ({ refund_no }) => refund_no,
      toChannel: channelRefundOf,
      isSent: ({ sent_to }) => sent_to !== null,
      claim: async (tx, merchantId, sent) =>
        (await refundJobs.sending(merchantId, sent).execute(tx)).rows.map(({ id }) => id),
      settle: refunds.settleAll,
    },
    times,
  );
}

function channelRefundOf(refund: OpenRefund): ChannelRefund {
  const { amount, currency, reason } = refund;
  return {
    merchantId: refund.merchant_id,
    orderNo: refund.refund_no,
    refundedOrderNo: refund.order_no,
    refundedChannelNo: refund.channel_order_no,
    amount,
    payerAmount: refund.payer_amount,
    currency,
    reason,
  };
}

function findOpenRefunds(db: DbOrTx, merchantId: string, ids: readonly string[]): Promise<OpenRefund[]> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', inTenant('o.id', 'r.order_id'))
    .innerJoin('channels as c', inTenant('c.id', 'r.channel_id'))
    .innerJoin('refund_jobs as j', inTenant('j.refund_id', 'r.id'))
    .innerJoin('merchants as m', 'm.merchant_id', 'r.merchant_id')
    .where('r.merchant_id', '=', merchantId)
    .where('r.id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('r.status', '=', 'processing')
    .selectAll('r')
    .select(['c.code as channel_code', 'o.channel_order_no', 'j.sent_to'])
    .select((eb) => eb('m.type', '=', 'test').$castTo<boolean>().as('is_test'))
    .execute();
}

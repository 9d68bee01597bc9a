import type { Kysely } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import { refundJobs } from '#server/jobs/jobQueue.ts';
import type { PayoutOutcome } from '#server/modules/payouts/service.ts';
import type { Refund, Refunds } from '#server/modules/refunds/service.ts';
import { safeAdapter } from './channels/safeAdapter.ts';
import type { ChannelRefund, QueryAnswer, RefundAdapter, SendAnswer } from './channels/ChannelAdapter.ts';
import type { AdapterOf } from './channels/ChannelConnections.ts';
import {
  createProcessor,
  PROCESSOR_TIMES,
  type Processor,
  type ProcessorDeps,
  type ProcessorTimes,
} from '#server/jobs/createProcessor.ts';

/** A refund without a result, with the code of its channel and the channel's number of the payment. */
interface OpenRefund extends Refund {
  channel_code: string;
  is_test: boolean;
  channel_order_no: string | null;
  /** Names the books of the bank that it was sent to; null: to none. */
  sent_to: string | null;
}

interface RefundSenderDeps {
  db: Db;
  refunds: Refunds;
  adapterOf: AdapterOf<RefundAdapter>;
  /** How long an adapter is waited for, in milliseconds. */
  answerMs: number;
  log: DbLog;
  /** Called after the result of a refund has been committed. Test data isn't counted. */
  onEnded?: ((status: PayoutOutcome['status']) => void) | undefined;
}

const SENT_MEANWHILE = { status: 'unknown', reason: 'another worker has just sent it' } as const;

/** Brings refunds to their end. */
export function createRefundProcessor(
  deps: Omit<RefundSenderDeps, 'answerMs'> & ProcessorDeps,
  times: ProcessorTimes = PROCESSOR_TIMES,
): Processor {
  const bring = createRefundSender({ ...deps, answerMs: times.answerMs });
  return createProcessor(
    deps,
    { queue: refundJobs, subject: 'refund', work: ({ merchant_id, id }) => bring(merchant_id, id).then(() => null) },
    times,
  );
}

/**
 * The bank's books that a refund goes to are written down before its channel hears of it. From then on the channel is
 * asked, and sent the refund again only if it has never heard of it. Only the channel's word ends a refund. If the channel
 * leads to another bank by now, nobody is asked: that bank would pay it a second time.
 */
function createRefundSender({ db, refunds, adapterOf, answerMs, log, onEnded }: RefundSenderDeps) {
  async function send(refund: OpenRefund): Promise<SendAnswer | QueryAnswer> {
    const { merchant_id, id, sent_to, channel_code, is_test: isTest } = refund;
    const connected = adapterOf({ code: channel_code, isTest });
    if (!connected) return { status: 'unknown', reason: `the channel ${channel_code} sends no refunds` };
    const { books } = connected;
    const adapter = safeAdapter(connected.adapter, answerMs);
    const channelRefund = channelRefundOf(refund);
    if (sent_to === null) {
      return (await refundJobs.sendTo(db.kysely, merchant_id, id, books))
        ? adapter.send(channelRefund)
        : SENT_MEANWHILE;
    }
    if (sent_to !== books) return { status: 'unknown', reason: `it was sent to "${sent_to}", not to "${books}"` };
    const answer = await adapter.query(channelRefund);
    return answer.status === 'not_found' ? adapter.send(channelRefund) : answer;
  }

  return async (merchantId: string, id: string): Promise<void> => {
    const refund = await findOpenRefund(db.kysely, merchantId, id);
    if (!refund) return;
    const { refund_no } = refund;
    try {
      const answer = await send(refund);
      if (answer.status === 'success' || answer.status === 'failed') {
        await db.transaction((tx) => refunds.settle(tx, merchantId, id, answer));
        if (!refund.is_test) onEnded?.(answer.status);
      }
      if (answer.status === 'unknown')
        log.warn({ refund_no, reason: answer.reason }, 'The result of a refund is unknown');
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      log.warn({ refund_no }, 'Another worker has already processed a refund');
    }
  };
}

/** The refund as its channel is told of it. */
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

async function findOpenRefund(db: Kysely<Database>, merchantId: string, id: string): Promise<OpenRefund | undefined> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.merchant_id', '=', 'r.merchant_id').onRef('o.id', '=', 'r.order_id'),
    )
    .innerJoin('channels as c', (join) =>
      join.onRef('c.merchant_id', '=', 'r.merchant_id').onRef('c.id', '=', 'r.channel_id'),
    )
    .innerJoin('refund_jobs as j', (join) =>
      join.onRef('j.merchant_id', '=', 'r.merchant_id').onRef('j.refund_id', '=', 'r.id'),
    )
    .innerJoin('merchants as m', 'm.merchant_id', 'r.merchant_id')
    .where('r.merchant_id', '=', merchantId)
    .where('r.id', '=', id)
    .where('r.status', '=', 'processing')
    .selectAll('r')
    .select(['c.code as channel_code', 'o.channel_order_no', 'j.sent_to'])
    .select((eb) => eb('m.type', '=', 'test').$castTo<boolean>().as('is_test'))
    .executeTakeFirst();
}

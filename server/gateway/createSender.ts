import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import {
  createProcessor,
  type Processor,
  PROCESSOR_TIMES,
  type ProcessorDeps,
  type ProcessorTimes,
} from '#server/jobs/createProcessor.ts';
import type { Job, JobQueue } from '#server/jobs/jobQueue.ts';
import type { PayoutOutcome } from '#server/modules/payouts/service.ts';
import { answerOrUnknown } from './channels/answerOrUnknown.ts';
import type { ChannelOrder, QueryAnswer, SendAnswer, SendingAdapter } from './channels/ChannelAdapter.ts';
import type { AdapterOf } from './channels/ChannelConnections.ts';

/** A payout or refund without a result. */
export interface OpenSending {
  merchant_id: string;
  id: string;
  channel_code: string;
  is_test: boolean;
  /** The books of the bank that received it, or null if none has. */
  sent_to: string | null;
}

export interface SenderDeps<Sent extends ChannelOrder> extends ProcessorDeps {
  adapterOf: AdapterOf<SendingAdapter<Sent>>;
  /** Called after a result has been committed. Test data isn't counted. */
  onEnded?: ((status: PayoutOutcome['status']) => void) | undefined;
}

interface Sending<Open extends OpenSending, Sent extends ChannelOrder> {
  queue: JobQueue;
  subject: 'payout' | 'refund';
  /** Undefined if it has ended. */
  find(db: DbOrTx, merchantId: string, id: string): Promise<Open | undefined>;
  /** For the log. */
  numberOf(open: Open): string;
  toChannel(open: Open): Sent;
  /** True if a bank may have received it. */
  isSent(open: Open): boolean;
  /**
   * Records the bank's books before it is sent there.
   * @returns false if another worker has just sent it
   * @throws {ConflictError} if another worker has just taken it
   */
  claim(open: Open, books: string): Promise<boolean>;
  settle(tx: Tx, merchantId: string, id: string, outcome: PayoutOutcome): Promise<unknown>;
}

const SENT_MEANWHILE = { status: 'unknown', reason: 'another worker has just sent it' } as const;

/**
 * Worker that brings payouts or refunds to their result. The bank's books are recorded before an order is sent there. From
 * then on the channel may have it, so the channel is queried first, and receives the order again under the same number if
 * it doesn't know it. Only the channel decides the result. If the channel now uses another bank, that bank isn't queried:
 * it doesn't know the order and would pay it a second time.
 */
export function createSender<Open extends OpenSending, Sent extends ChannelOrder>(
  deps: SenderDeps<Sent>,
  sending: Sending<Open, Sent>,
  times: ProcessorTimes = PROCESSOR_TIMES,
): Processor {
  const { db, log, adapterOf, onEnded } = deps;
  const { queue, subject, find, numberOf, toChannel, isSent, claim, settle } = sending;

  async function answerFor(open: Open): Promise<SendAnswer | QueryAnswer> {
    const { channel_code: code, is_test: isTest, sent_to } = open;
    const connected = adapterOf({ code, isTest });
    if (!connected) return { status: 'unknown', reason: `the channel ${code} is not connected` };
    const { adapter, books } = connected;
    const sent = toChannel(open);
    const send = () => answerOrUnknown<SendAnswer>((signal) => adapter.send(sent, signal), times.answerMs);
    if (!isSent(open)) return (await claim(open, books)) ? send() : SENT_MEANWHILE;
    if (sent_to !== books) return { status: 'unknown', reason: `it was sent to "${sent_to}", not to "${books}"` };
    const answer = await answerOrUnknown<QueryAnswer>((signal) => adapter.query(sent, signal), times.answerMs);
    return answer.status === 'not_found' ? send() : answer;
  }

  async function advance(merchantId: string, id: string): Promise<void> {
    const open = await find(db.kysely, merchantId, id);
    if (!open) return;
    const number = numberOf(open);
    try {
      const answer = await answerFor(open);
      if (answer.status === 'success' || answer.status === 'failed') {
        await db.transaction((tx) => settle(tx, merchantId, id, answer));
        if (!open.is_test) onEnded?.(answer.status);
      }
      if (answer.status === 'unknown')
        log.warn({ number, reason: answer.reason }, `The result of a ${subject} is unknown`);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      log.warn({ number }, `Another worker has already processed a ${subject}`);
    }
  }

  const work = { queue, subject, work: ({ merchant_id, id }: Job) => advance(merchant_id, id).then(() => null) };
  return createProcessor(deps, work, times);
}

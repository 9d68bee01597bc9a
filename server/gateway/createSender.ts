import { NIL } from 'uuid';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import { inGroups } from '#server/jobs/inGroups.ts';
import {
  createProcessor,
  type Processor,
  GATHER_MS,
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
  currency: string;
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
  /** Reads those of one tenant that haven't ended, in any order. */
  find(db: DbOrTx, merchantId: string, ids: readonly string[]): Promise<Open[]>;
  /** For the log. */
  numberOf(open: Open): string;
  toChannel(open: Open): Sent;
  /** True if a bank may have received it. */
  isSent(open: Open): boolean;
  /**
   * Records the bank's books before those of one tenant are sent there, all or none.
   * @returns the IDs of those that no other worker has just sent
   * @throws {ConflictError} if another worker has just taken one
   */
  claim(tx: Tx, merchantId: string, sent: readonly { id: string; books: string }[]): Promise<readonly string[]>;
  /** Ends those of one tenant in one currency, all or none. */
  settle(tx: Tx, merchantId: string, results: readonly { id: string; outcome: PayoutOutcome }[]): Promise<unknown>;
}

/** Payouts or refunds that are read, claimed or settled in one transaction at most. */
const MOST_IN_A_GROUP = 50;

/** Like those of orders, but fewer at once for the banks. */
const SENDER_TIMES: Readonly<Record<Db['kind'], ProcessorTimes>> = {
  embedded: { ...PROCESSOR_TIMES, atOnce: 16, ofTenant: 12, gatherMs: GATHER_MS },
  postgres: { ...PROCESSOR_TIMES, atOnce: 32, ofTenant: 24, gatherMs: GATHER_MS },
};

/** What is about to be sent to a bank's books. */
interface Claimed<Open> {
  open: Open;
  books: string;
}

/** What has its channel's result. */
interface Answered<Open> {
  open: Open;
  outcome: PayoutOutcome;
}

const SENT_MEANWHILE = { status: 'unknown', reason: 'another worker has just sent it' } as const;

/**
 * Worker that brings payouts or refunds to their result. The bank's books are recorded before an order is sent there. From
 * then on the channel may have it, so the channel is queried first, and receives the order again under the same number if
 * it doesn't know it. Only the channel decides the result. If the channel now uses another bank, that bank isn't queried:
 * it doesn't know the order and would pay it a second time. All but the channel's answers is done in groups.
 */
export function createSender<Open extends OpenSending, Sent extends ChannelOrder>(
  deps: SenderDeps<Sent>,
  sending: Sending<Open, Sent>,
  times: ProcessorTimes = SENDER_TIMES[deps.db.kind],
): Processor {
  const { db, log, adapterOf, onEnded } = deps;
  const { queue, subject, find, numberOf, toChannel, isSent, claim, settle } = sending;

  const findOpen = inGroups({
    keyOf: ({ merchant_id }: Job) => merchant_id,
    most: MOST_IN_A_GROUP,
    act: async (jobs: readonly Job[]): Promise<(Open | undefined)[]> => {
      const found = await find(db.kysely, jobs[0]?.merchant_id ?? NIL, jobs.map(({ id }) => id)); // prettier-ignore
      const byId = new Map(found.map((open) => [open.id, open]));
      return jobs.map(({ id }) => byId.get(id));
    },
  });

  const claimed = inGroups({
    keyOf: ({ open }: Claimed<Open>) => open.merchant_id,
    most: MOST_IN_A_GROUP,
    act: async (group: readonly Claimed<Open>[]) => {
      const sent = group.map(({ open: { id }, books }) => ({ id, books }));
      const ids = await db.transaction((tx) => claim(tx, group[0]?.open.merchant_id ?? NIL, sent));
      return sent.map(({ id }) => ids.includes(id));
    },
  });

  const settled = inGroups({
    keyOf: ({ open }: Answered<Open>) => `${open.merchant_id} ${open.currency}`,
    most: MOST_IN_A_GROUP,
    act: async (group: readonly Answered<Open>[]) => {
      const results = group.map(({ open: { id }, outcome }) => ({ id, outcome }));
      await db.transaction((tx) => settle(tx, group[0]?.open.merchant_id ?? NIL, results));
      return group;
    },
  });

  async function answerFor(open: Open): Promise<SendAnswer | QueryAnswer> {
    const { channel_code: code, is_test: isTest, sent_to } = open;
    const connected = adapterOf({ code, isTest });
    if (!connected) return { status: 'unknown', reason: `the channel ${code} is not connected` };
    const { adapter, books } = connected;
    const sent = toChannel(open);
    const send = () => answerOrUnknown<SendAnswer>((signal) => adapter.send(sent, signal), times.answerMs);
    if (!isSent(open)) return (await claimed({ open, books })) ? send() : SENT_MEANWHILE;
    if (sent_to !== books) return { status: 'unknown', reason: `it was sent to "${sent_to}", not to "${books}"` };
    const answer = await answerOrUnknown<QueryAnswer>((signal) => adapter.query(sent, signal), times.answerMs);
    return answer.status === 'not_found' ? send() : answer;
  }

  /** @returns `done` if it has ended */
  async function advance(job: Job): Promise<null | 'done'> {
    const open = await findOpen(job);
    if (!open) return null;
    const number = numberOf(open);
    try {
      const answer = await answerFor(open);
      if (answer.status === 'success' || answer.status === 'failed') {
        await settled({ open, outcome: answer });
        if (!open.is_test) onEnded?.(answer.status);
        return 'done';
      }
      if (answer.status === 'unknown')
        log.warn({ number, reason: answer.reason }, `The result of a ${subject} is unknown`);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      log.warn({ number }, `Another worker has already processed a ${subject}`);
    }
    return null;
  }

  return createProcessor(deps, { queue, subject, work: advance }, times);
}

import type { Kysely } from 'kysely';
import { arrivalAmount } from '#shared/money/fee.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import { payoutJobs } from '#server/jobs/jobQueue.ts';
import type { Payout, PayoutOutcome, Payouts } from '#server/modules/payouts/service.ts';
import { safeAdapter } from './channels/safeAdapter.ts';
import type { ChannelAdapter, ChannelPayout, QueryAnswer, SendAnswer } from './channels/ChannelAdapter.ts';
import type { AdapterOf, Connected } from './channels/ChannelConnections.ts';
import {
  createProcessor,
  type Processor,
  PROCESSOR_TIMES,
  type ProcessorDeps,
  type ProcessorTimes,
} from '#server/jobs/createProcessor.ts';

/** A payout without a result, with its channel's code. */
interface OpenPayout extends Payout {
  channel_code: string;
  is_test: boolean;
  /** The books of the bank that received it, or null if none has. */
  sent_to: string | null;
}

interface PayoutSenderDeps {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  payouts: Payouts;
  adapterOf: AdapterOf<ChannelAdapter>;
  /** Time an adapter may take to answer, in milliseconds. */
  answerMs: number;
  log: DbLog;
  /** Called after the result of a payout has been committed. Test data isn't counted. */
  onEnded?: ((status: PayoutOutcome['status']) => void) | undefined;
}

/** Advances a payout as far as possible. @throws {Error} if the database fails; the next call resumes */
type SendPayout = (merchantId: string, id: string) => Promise<void>;

/** Worker that brings payouts to their result. */
export function createPayoutProcessor(
  deps: Omit<PayoutSenderDeps, 'answerMs'> & ProcessorDeps,
  times: ProcessorTimes = PROCESSOR_TIMES,
): Processor {
  const send = createPayoutSender({ ...deps, answerMs: times.answerMs });
  const work = { queue: payoutJobs, subject: 'payout' };
  return createProcessor(
    deps,
    { ...work, work: ({ merchant_id, id }) => send(merchant_id, id).then(() => null) },
    times,
  );
}

/**
 * A payout is marked as processing before it is sent. From then on the channel may have it, so the channel is queried
 * first, and receives the payout again under the same number if it doesn't know it. Only the channel decides the
 * result. If the channel now uses another bank, that bank isn't queried: it doesn't know the payout and would pay it a
 * second time.
 */
function createPayoutSender(deps: PayoutSenderDeps): SendPayout {
  const { db, cipher, payouts, adapterOf, answerMs, log, onEnded } = deps;

  async function send(payout: OpenPayout, connected: Connected<ChannelAdapter>): Promise<SendAnswer | QueryAnswer> {
    const { merchant_id, id, sent_to } = payout;
    const { books } = connected;
    const adapter = safeAdapter(connected.adapter, answerMs);
    const sent = channelPayoutOf(payout, cipher);
    if (payout.status === 'pending') {
      await db.transaction((tx) => payouts.take(tx, merchant_id, id, books));
      return adapter.send(sent);
    }
    if (sent_to !== books) return { status: 'unknown', reason: `it was sent to "${sent_to}", not to "${books}"` };
    const answer = await adapter.query(sent);
    return answer.status === 'not_found' ? adapter.send(sent) : answer;
  }

  async function settle({ merchant_id, id, is_test }: OpenPayout, outcome: PayoutOutcome): Promise<void> {
    await db.transaction((tx) => payouts.settle(tx, merchant_id, id, outcome));
    if (!is_test) onEnded?.(outcome.status);
  }

  return async (merchantId, id) => {
    const payout = await findOpenPayout(db.kysely, merchantId, id);
    if (!payout) return;
    const { order_no, channel_code: channel, is_test: isTest } = payout;
    const connected = adapterOf({ code: channel, isTest });
    if (!connected) return log.warn({ order_no, channel }, 'A payout is waiting because its channel is not connected');
    try {
      const answer = await send(payout, connected);
      if (answer.status === 'success' || answer.status === 'failed') await settle(payout, answer);
      if (answer.status === 'unknown')
        log.warn({ order_no, reason: answer.reason }, 'The result of a payout is unknown');
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      log.warn({ order_no }, 'Another worker has already processed a payout');
    }
  };
}

/** The payout as sent to a channel. @throws {WrongDataKeyError} if the card number can't be decrypted */
function channelPayoutOf(payout: Payout, cipher: Cipher): ChannelPayout {
  const { amount, fee, deduction, currency, remark } = payout;
  return {
    merchantId: payout.merchant_id,
    orderNo: payout.order_no,
    amount,
    currency,
    remark,
    payeeAmount: arrivalAmount(amount, fee, deduction),
    payeeName: payout.payee_name,
    cardNumber: cipher.decrypt(payout.card_number),
    bankName: payout.bank_name,
    branchName: payout.branch_name,
  };
}

async function findOpenPayout(db: Kysely<Database>, merchantId: string, id: string): Promise<OpenPayout | undefined> {
  return db
    .selectFrom('payouts')
    .innerJoin('channels', (join) =>
      join.onRef('channels.merchant_id', '=', 'payouts.merchant_id').onRef('channels.id', '=', 'payouts.channel_id'),
    )
    .innerJoin('payout_jobs', (join) =>
      join
        .onRef('payout_jobs.merchant_id', '=', 'payouts.merchant_id')
        .onRef('payout_jobs.payout_id', '=', 'payouts.id'),
    )
    .innerJoin('merchants', 'merchants.merchant_id', 'payouts.merchant_id')
    .where('payouts.merchant_id', '=', merchantId)
    .where('payouts.id', '=', id)
    .where('payouts.status', 'in', ['pending', 'processing'])
    .selectAll('payouts')
    .select(['channels.code as channel_code', 'payout_jobs.sent_to'])
    .select((eb) => eb('merchants.type', '=', 'test').$castTo<boolean>().as('is_test'))
    .executeTakeFirst();
}

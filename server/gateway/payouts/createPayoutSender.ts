import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { ConflictError } from '#server/errors.ts';
import type { Payouts, PayoutOutcome } from '#server/modules/payouts/service.ts';
import { askingSafely } from '../channels/askingSafely.ts';
import type { ChannelAdapter, QueryAnswer, SendAnswer } from '../channels/ChannelAdapter.ts';
import type { AdapterOf, Connected } from '../channels/ChannelConnections.ts';
import { channelPayoutOf } from './channelPayoutOf.ts';
import { findOpenPayout, type OpenPayout } from './findOpenPayout.ts';

export interface PayoutSenderMeans {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  payouts: Payouts;
  adapterOf: AdapterOf;
  /** How long an adapter is waited for, in milliseconds. */
  answerMs: number;
  log: DbLog;
  /** Told of each payout that has ended, once that is written down. */
  onEnded?: ((status: PayoutOutcome['status']) => void) | undefined;
}

/** Brings one payout as far as it goes at the moment. @throws what the database throws; then it goes on from there */
export type SendPayout = (merchantId: string, id: string) => Promise<void>;

/**
 * A payout is marked as processing before its channel hears of it. Once it is, nobody can know whether the channel has:
 * the channel is asked, and sent what it does not know under the number that it may know it by after all. Only the
 * channel's word ends a payout. If the channel leads to another bank by now, that bank isn't asked: it knows nothing of
 * the payout and would pay it a second time.
 */
export function createPayoutSender(means: PayoutSenderMeans): SendPayout {
  const { db, cipher, payouts, adapterOf, answerMs, log, onEnded } = means;

  async function send(payout: OpenPayout, connected: Connected<ChannelAdapter>): Promise<SendAnswer | QueryAnswer> {
    const { merchant_id, id, sent_to } = payout;
    const { books } = connected;
    const adapter = askingSafely(connected.adapter, answerMs);
    const sent = channelPayoutOf(payout, cipher);
    if (payout.status === 'pending') {
      await db.transaction((tx) => payouts.take(tx, merchant_id, id, books));
      return adapter.send(sent);
    }
    if (sent_to !== books) return { status: 'unknown', reason: `it was sent to "${sent_to}", not to "${books}"` };
    const answer = await adapter.query(sent);
    return answer.status === 'not_found' ? adapter.send(sent) : answer;
  }

  async function settle({ merchant_id, id }: OpenPayout, outcome: PayoutOutcome): Promise<void> {
    await db.transaction((tx) => payouts.settle(tx, merchant_id, id, outcome));
    onEnded?.(outcome.status);
  }

  return async (merchantId, id) => {
    const payout = await findOpenPayout(db.kysely, merchantId, id);
    if (!payout) return;
    const { order_no, channel_code: channel } = payout;
    const connected = adapterOf(channel);
    if (!connected) return log.warn({ order_no, channel }, 'A payout waits: its channel is not connected');
    try {
      const answer = await send(payout, connected);
      if (answer.status === 'success' || answer.status === 'failed') await settle(payout, answer);
      if (answer.status === 'unknown') log.warn({ order_no, reason: answer.reason }, 'No answer about a payout');
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      log.warn({ order_no }, 'Another worker was faster with a payout');
    }
  };
}

import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { ConflictError } from '#server/errors.ts';
import type { Payouts, PayoutOutcome } from '#server/modules/payouts/service.ts';
import { askingSafely, type SafeAdapter } from '../channels/askingSafely.ts';
import type { AdapterOf, QueryAnswer, SendAnswer } from '../channels/ChannelAdapter.ts';
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
 * channel's word ends a payout.
 */
export function createPayoutSender(means: PayoutSenderMeans): SendPayout {
  const { db, cipher, payouts, adapterOf, answerMs, log, onEnded } = means;

  async function send(payout: OpenPayout, adapter: SafeAdapter): Promise<SendAnswer | QueryAnswer> {
    const sent = channelPayoutOf(payout, cipher);
    if (payout.status === 'pending') {
      await db.transaction((tx) => payouts.take(tx, payout.merchant_id, payout.id));
      return adapter.send(sent);
    }
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
    const { order_no } = payout;
    try {
      const answer = await send(payout, askingSafely(adapterOf(payout.channel_code), answerMs));
      if (answer.status === 'success' || answer.status === 'failed') await settle(payout, answer);
      if (answer.status === 'unknown') log.warn({ order_no, reason: answer.reason }, 'No answer about a payout');
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      log.warn({ order_no }, 'Another worker was faster with a payout');
    }
  };
}

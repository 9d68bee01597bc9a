import { EVENTS, type WebhookEvent } from '#shared/contract/webhooks.ts';
import { recordAudits, systemActor } from '#server/audit/recordAudit.ts';
import { updating } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { type Ended, queueEvents } from '#server/jobs/queueEvents.ts';
import { forgettingOutflows } from '#server/money/approvals.ts';
import type { PayoutOutcome } from '#server/modules/payouts/service.ts';
import { lockAllForMove } from '#server/states/lockForMove.ts';
import { moneyRecordArgs, notify } from '../notifications/service.ts';
import { bookRefunds, countingOnOrders } from './bookRefund.ts';
import type { Refund } from './newRefund.ts';

/** A refund with its result. */
export interface RefundResult {
  id: string;
  outcome: PayoutOutcome;
}

/** Columns that the end of a refund changes. */
const ENDED_COLUMNS = [
  ...(['status', 'channel_refund_no', 'error_code', 'error_msg'] as const),
  ...(['notify_status', 'finished_at', 'updated_at'] as const),
];

/**
 * Ends refunds of one merchant in one currency with the channel's results, all or none. Takes the same number of round
 * trips for any number of refunds, besides a notification of each that has failed.
 * @param results each refund once
 * @returns the refunds in the order of `results`
 * @throws {ConflictError} if one of them has ended before
 */
export async function settleRefunds(
  tx: Tx,
  merchantId: string,
  results: readonly RefundResult[],
  at: Date,
): Promise<Refund[]> {
  const moves = results.map((result) => ({ ...result, to: result.outcome.status }));
  const locked = await lockAllForMove(tx, 'refunds', merchantId, moves);
  const after = locked.map(({ row, move }) => endedRow(row, move.outcome, at));
  const failed = after.filter(({ status }) => status === 'failed');
  const ended = locked.map(({ row, move }) => endedOf(row, EVENTS.refunds[move.outcome.status]));
  await queueEvents(tx, 'refunds', { merchantId, ended, at }, [
    updating('refunds', merchantId, ENDED_COLUMNS, after),
    countingOnOrders(merchantId, after, at),
    ...(failed.length > 0 ? [forgettingOutflows(merchantId, failed.map(({ id }) => id))] : []), // prettier-ignore
  ]);
  for (const row of failed) {
    const data = moneyRecordArgs('refunds', row, row.refund_no);
    await notify(tx, { merchantId, userIds: [row.creator_id], kind: 'refund_failed', data, at });
  }
  await bookRefunds(tx, after, at);
  await recordAudits(
    tx,
    locked.map(({ row, move: { to, outcome } }) => ({
      actor: systemActor(merchantId),
      action: `refunds.${to}`,
      recordId: row.id,
      at,
      before: { status: row.status },
      after: { status: to, ...saidOf(outcome) },
    })),
  );
  return after;
}

/** A refund that has ended, for what its merchant's server gets. */
export function endedOf({ id, refund_no, merchant_refund_no, notify_url }: Refund, event: WebhookEvent): Ended {
  return { id, number: refund_no, merchantNumber: merchant_refund_no, notify_url, event };
}

function endedRow(row: Refund, outcome: PayoutOutcome, at: Date): Refund {
  return {
    ...row,
    status: outcome.status,
    ...saidOf(outcome),
    finished_at: at,
    updated_at: at,
    ...(row.notify_url !== null && { notify_status: 'pending' }),
  };
}

function saidOf(outcome: PayoutOutcome): Partial<Refund> {
  return outcome.status === 'success'
    ? { channel_refund_no: outcome.channelOrderNo }
    : { error_code: outcome.errorCode, error_msg: outcome.errorMessage };
}

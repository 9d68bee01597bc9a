import { EVENTS, type WebhookEvent } from '#shared/contract/webhooks.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/db/schema.ts';
import { updateRow } from '#server/db/rows.ts';
import { ForbiddenError } from '#server/errors.ts';
import { refundJobs } from '#server/jobs/jobQueue.ts';
import { queueEvents } from '#server/jobs/queueEvents.ts';
import { assertCheckerOfAll, makersOf, type CheckerNote } from '#server/money/checkers.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { settle as settleNotices, type Settlement } from '../notifications/service.ts';
import { bookRefund, countOnOrder } from './bookRefund.ts';
import type { Refund } from './newRefund.ts';
import { createRefundEvents } from './refundEvents.ts';
import { endedOf } from './settleRefunds.ts';

/** Approves, rejects and cancels refunds that wait for approval. */
export function createDecisions({ clock }: { clock: Clock }) {
  const { notifyUsers, audit } = createRefundEvents(clock);

  /**
   * By a user other than its creator, and unrelated to them if there is one. Queues it for the channel.
   * @throws {ForbiddenError} like `assertChecker`
   */
  async function approve(tx: Tx, actor: Actor, id: string): Promise<Refund> {
    const row = await lockForDecision(tx, actor, id, 'processing');
    const { merchantId } = actor;
    const by = { merchantId, makerIds: makersOf(row), checker: actor };
    const note = await assertCheckerOfAll(tx, { ...by, permission: 'refunds.approve', at: clock.now() });
    const after = await updateRow(tx, 'refunds', row, {
      status: 'processing',
      approver_id: actor.userId,
      ...note,
      ...decidedAt(),
    });
    await refundJobs.add(tx, row.merchant_id, [id], clock.now());
    await decided(tx, actor, after, { verb: 'approve', outcome: 'approved', note });
    return after;
  }

  /** By a user other than its creator, with a reason. The server that requested it is notified. */
  async function reject(tx: Tx, actor: Actor, id: string, reason: string): Promise<Refund> {
    const row = await lockForDecision(tx, actor, id, 'rejected');
    const isByServer = row.source === 'api';
    const told = row.notify_url === null ? {} : ({ notify_status: 'pending' } as const);
    const after = await updateRow(tx, 'refunds', row, {
      status: 'rejected',
      reject_reason: reason,
      approver_id: actor.userId,
      ...decidedAt(),
      ...(isByServer && { error_code: 'rejected', error_msg: reason, finished_at: clock.now(), ...told }),
    });
    if (isByServer) await queueResult(tx, after, EVENTS.refunds.rejected, clock.now());
    await giveBack(tx, after);
    await decided(tx, actor, after, { verb: 'reject', outcome: 'rejected' });
    return after;
  }

  /** By its creator, while it waits for approval. */
  async function cancel(tx: Tx, actor: Actor, id: string): Promise<Refund> {
    const row = await lockForMove(tx, 'refunds', { merchantId: actor.merchantId, id, to: 'cancelled' });
    if (row.creator_id !== actor.userId) throw new ForbiddenError();
    const after = await updateRow(tx, 'refunds', row, { status: 'cancelled', ...decidedAt() });
    await giveBack(tx, after);
    await decided(tx, actor, after, { verb: 'cancel', outcome: 'cancelled' });
    return after;
  }

  async function lockForDecision(tx: Tx, actor: Actor, id: string, to: 'processing' | 'rejected'): Promise<Refund> {
    const row = await lockForMove(tx, 'refunds', { merchantId: actor.merchantId, id, to });
    if (makersOf(row).includes(actor.userId)) throw new ForbiddenError('own_request');
    return row;
  }

  /** Releases the money of an unsuccessful refund, and its amount of the order. */
  async function giveBack(tx: Tx, row: Refund): Promise<void> {
    const at = clock.now();
    await countOnOrder(tx, row, { open: -row.amount, refunded: 0n }, at);
    await bookRefund(tx, row, 'refund_released', at);
  }

  async function decided(
    tx: Tx,
    by: Actor,
    row: Refund,
    { verb, outcome, note }: { verb: string; outcome: Settlement['outcome']; note?: CheckerNote | null },
  ): Promise<void> {
    const { merchant_id: merchantId, id: recordId, status, reject_reason } = row;
    await settleNotices(tx, { merchantId, kind: 'refund_waiting', recordId, outcome, by, at: clock.now() });
    if (outcome !== 'cancelled') await notifyUsers(tx, row, { kind: 'refund_decided', userIds: [row.creator_id] });
    const after = { status, ...(reject_reason !== null && { reject_reason }), ...note };
    await audit(tx, by, verb, row, { before: { status: 'pending_approval' }, after });
  }

  /** Ends the work on a refund, and queues what its merchant's server gets. */
  function queueResult(tx: Tx, row: Refund, event: WebhookEvent, at: Date): Promise<void> {
    return queueEvents(tx, 'refunds', { merchantId: row.merchant_id, ended: [endedOf(row, event)], at });
  }

  function decidedAt() {
    const at = clock.now();
    return { decided_at: at, updated_at: at };
  }

  return { approve, reject, cancel };
}

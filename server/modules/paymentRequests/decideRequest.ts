import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Tx } from '#server/db/schema.ts';
import { together } from '#server/db/together.ts';
import { ForbiddenError } from '#server/errors.ts';
import { enabledPayeeOf } from '#server/modules/payees/service.ts';
import type { Payouts } from '#server/modules/payouts/service.ts';
import { cardHash } from '#server/money/cardHash.ts';
import { assertCheckerOfAll, makersOf, type CheckerNote } from '#server/money/checkers.ts';
import { assertPayable } from '#server/money/payableAccounts.ts';
import { type AgreedCharge, checkAgreed, termsOf } from '#server/money/quote.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { checkWallet, type PaymentRequest, beginPayout } from './newRequest.ts';
import { createRequestEvents } from './requestEvents.ts';

/** Approves, rejects and cancels payment requests that wait. */
export function createDecisions(deps: { clock: Clock; cipher: Cipher; payouts: Payouts }) {
  const { clock, cipher, payouts } = deps;
  const { notifyUsers, settled, decidedAt, audit } = createRequestEvents(clock);

  /**
   * By a user other than its creator, and unrelated to them if there is one. Charges the current fee, or the one of a
   * payout that has waited.
   * @throws {ConflictError} if its account can't be paid now
   * @throws {ForbiddenError} like `assertChecker`
   * @throws {ValidationError} like `request`
   */
  async function approve(tx: Tx, actor: Actor, id: string, agreed?: AgreedCharge): Promise<PaymentRequest> {
    const row = await lockedForDecision(tx, actor, id, 'pass');
    const { merchantId, userId } = actor;
    const [note, named, settings] = await together(
      assertCheckerOfAll(tx, {
        merchantId,
        makerIds: makersOf(row),
        checker: actor,
        permission: 'payment_requests.approve',
        at: clock.now(),
      }),
      enabledPayeeOf(tx, merchantId, 'payment_requests', id),
      tenantSettings(tx, merchantId),
    );
    const account = cardHash(cipher, merchantId, cipher.decrypt(row.card_number));
    const savedWith = named?.isSavedWith ? named.id : null;
    await assertPayable(tx, cipher, settings, { merchantId, userId, account, at: clock.now(), savedWith }, null);
    if (row.source === 'api' && row.payout_id !== null)
      return approveByServer(tx, actor, row, { payoutId: row.payout_id, note });
    const move = { type: 'payout', channelId: row.channel_id, amount: row.amount } as const;
    const { channel, charge } = await termsOf(tx, merchantId, move, settings);
    if (agreed) checkAgreed(charge, agreed);
    await checkWallet(tx, merchantId, charge, settings);
    const payoutId = await beginPayout(tx, payouts, row, { charge, channel });
    const decided = { status: 'pass' as const, fee: charge.fee, payout_id: payoutId, approver_id: userId, ...note };
    const after = await updateRow(tx, 'payment_requests', row, { ...decided, ...decidedAt() });
    await settled(tx, actor, row, 'approved');
    await notifyUsers(tx, after, { kind: 'payment_request_decided', userIds: [row.creator_id] });
    await audit(tx, actor, { verb: 'approve', row, before: { status: 'pending' }, after: { status: 'pass', ...note } });
    return after;
  }

  async function approveByServer(
    tx: Tx,
    actor: Actor,
    row: PaymentRequest,
    { payoutId, note }: { payoutId: string; note: CheckerNote | null },
  ): Promise<PaymentRequest> {
    await payouts.release(tx, row.merchant_id, payoutId);
    const decided = { status: 'pass' as const, approver_id: actor.userId, ...note, ...decidedAt() };
    const after = await updateRow(tx, 'payment_requests', row, decided);
    await settled(tx, actor, row, 'approved');
    await audit(tx, actor, { verb: 'approve', row, before: { status: 'pending' }, after: { status: 'pass', ...note } });
    return after;
  }

  /** By a user other than its creator, with a reason. The server that requested a payout is notified of it. */
  async function reject(tx: Tx, actor: Actor, id: string, reason: string): Promise<PaymentRequest> {
    const row = await lockedForDecision(tx, actor, id, 'reject');
    if (row.source === 'api' && row.payout_id !== null) {
      const outcome = { status: 'failed', errorCode: 'rejected', errorMessage: reason } as const;
      await payouts.settle(tx, row.merchant_id, row.payout_id, outcome, actor);
    }
    const decided = { status: 'reject' as const, reject_reason: reason };
    const after = await updateRow(tx, 'payment_requests', row, {
      ...decided,
      approver_id: actor.userId,
      ...decidedAt(),
    });
    await settled(tx, actor, row, 'rejected');
    await notifyUsers(tx, after, { kind: 'payment_request_decided', userIds: [row.creator_id] });
    await audit(tx, actor, { verb: 'reject', row, before: { status: 'pending' }, after: decided });
    return after;
  }

  /** By its creator, while it is pending. */
  async function cancel(tx: Tx, actor: Actor, id: string): Promise<PaymentRequest> {
    const row = await lockForMove(tx, 'payment_requests', { merchantId: actor.merchantId, id, to: 'cancelled' });
    if (row.creator_id !== actor.userId) throw new ForbiddenError();
    const after = await updateRow(tx, 'payment_requests', row, { status: 'cancelled', ...decidedAt() });
    await settled(tx, actor, row, 'cancelled');
    await audit(tx, actor, { verb: 'cancel', row, before: { status: 'pending' }, after: { status: 'cancelled' } });
    return after;
  }

  async function lockedForDecision(tx: Tx, actor: Actor, id: string, to: 'pass' | 'reject'): Promise<PaymentRequest> {
    const row = await lockForMove(tx, 'payment_requests', { merchantId: actor.merchantId, id, to });
    if (makersOf(row).includes(actor.userId)) throw new ForbiddenError('own_request');
    return row;
  }

  return { approve, reject, cancel };
}

import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import { later } from '#server/db/later.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx, WithdrawalsTable } from '#server/db/schema.ts';
import { ConflictError, ForbiddenError } from '#server/errors.ts';
import type { OrderEvent } from '#server/ledger/postings.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { assertPower } from '#server/access/powers.ts';
import { auditDecision } from '#server/money/auditDecision.ts';
import { book } from '#server/money/book.ts';
import { newNumber } from '#server/money/newNumber.ts';
import { type AgreedCharge, checkAgreed, checkCovered, termsOf } from '#server/money/quote.ts';
import { SANDBOX_DECLINES, sandboxOutcome } from '#shared/gateway/sandboxOutcome.ts';
import type { RecordOf } from '#server/money/tenant.ts';
import { usableCard } from '#server/money/usableCard.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { moneyRecordArgs, notify, settle } from '../notifications/service.ts';
import { auditConfirmed, type OperatorRequest, secondOpinion, voidRequests } from '../operatorRequests/service.ts';

type Withdrawal = Selectable<WithdrawalsTable>;
type Status = Withdrawal['status'];

interface NewWithdrawal {
  bankcard_id: string;
  /** Minor units. */
  amount: bigint;
  remark: string | null;
  agreed?: AgreedCharge;
}

export type Withdrawals = ReturnType<typeof createWithdrawals>;

/**
 * Withdrawals to a merchant's own cards: the money is frozen on request, and leaves or returns in the end. All
 * functions run in the given transaction. Lock order: request, wallet, audit log.
 */
export function createWithdrawals({ clock }: { clock: Clock }) {
  /** @throws {ValidationError} on `bankcard_id`, `amount` or an agreed figure if it is invalid */
  async function request(tx: Tx, actor: Actor, wanted: NewWithdrawal): Promise<Withdrawal> {
    const at = clock.now();
    const { merchantId } = actor;
    await assertPower(tx, actor, 'pay', at);
    const { bankcard_id, amount, remark, agreed } = wanted;
    const card = await usableCard(tx, merchantId, bankcard_id, at);
    const { tenant, channel, charge } = await termsOf(tx, merchantId, { type: 'withdrawal', amount });
    if (agreed) checkAgreed(charge, agreed);
    const { available } = await lockWallet(tx, merchantId, channel.currency);
    checkCovered(charge, available, tenant);
    const { debit_amount: _, ...charged } = charge;
    const row: Withdrawal = {
      merchant_id: merchantId,
      id: uuidv7({ msecs: at.getTime() }),
      withdrawal_no: newNumber('W', at),
      bankcard_id: card.id,
      card_holder: card.name,
      bank_name: card.bank_name,
      branch_name: card.branch_name,
      card_number: card.card_number,
      card_number_masked: card.card_number_masked,
      ...charged,
      remark,
      status: 'pending',
      creator_id: actor.userId,
      reviewer_id: null,
      marker_id: null,
      reject_reason: null,
      reviewed_at: null,
      finished_at: null,
      created_at: at,
      updated_at: at,
    };
    await later(tx, tx.insertInto('withdrawals').values(row));
    await bookOf(tx, row, 'withdrawal_frozen', at);
    if (!tenant.isTest) {
      const data = moneyRecordArgs('withdrawal_reviews', row, row.withdrawal_no);
      await notify(tx, { merchantId: PLATFORM_ID, ofMerchant: merchantId, kind: 'withdrawal_waiting', data, at });
    }
    const { withdrawal_no, currency, card_number_masked: card_number } = row;
    const after = { withdrawal_no, amount, currency, card_number, status: 'pending' };
    await recordAudit(tx, { actor, action: 'withdrawals.request', recordId: row.id, after, at });
    return tenant.isTest ? decideInTest(tx, row) : row;
  }

  /** Decides by the sandbox's rule instead of the platform and the bank. */
  async function decideInTest(tx: Tx, row: Withdrawal): Promise<Withdrawal> {
    const of = { merchantId: row.merchant_id, id: row.id };
    const outcome = sandboxOutcome(row.amount);
    if (outcome === 'waiting') return row;
    await decide(tx, null, of, { verb: 'approve', to: 'processing' });
    return outcome === 'success'
      ? decide(tx, null, of, { verb: 'succeed', to: 'success', event: 'withdrawal_succeeded' })
      : decide(tx, null, of, { verb: 'fail', to: 'failed', event: 'withdrawal_released', reason: SANDBOX_DECLINES });
  }

  /** By the requester, while it is pending. @throws {ForbiddenError} for any other user */
  async function cancel(tx: Tx, actor: Actor, id: string): Promise<Withdrawal> {
    const at = clock.now();
    const row = await lockForMove(tx, 'withdrawals', { merchantId: actor.merchantId, id, to: 'cancelled' });
    if (row.creator_id !== actor.userId) throw new ForbiddenError();
    const after = await updateRow(tx, 'withdrawals', row, { status: 'cancelled', finished_at: at, updated_at: at });
    await voidRequests(tx, actor, id, at);
    await bookOf(tx, row, 'withdrawal_released', at);
    await settle(tx, { ...waitingAt(id), outcome: 'cancelled', by: actor, at });
    const change = { before: { status: row.status }, after: { status: after.status } };
    await recordAudit(tx, { actor, action: 'withdrawals.cancel', recordId: id, at, ...change });
    return after;
  }

  /** The platform sends the money. @throws {ConflictError} if the merchant has disabled the card since the request */
  function approve(tx: Tx, operator: Actor, of: RecordOf): Promise<Withdrawal> {
    return decide(tx, operator, of, { verb: 'approve', to: 'processing' });
  }

  /** The platform rejects the withdrawal, with a reason. */
  function reject(tx: Tx, operator: Actor, of: RecordOf, reason: string): Promise<Withdrawal> {
    return decide(tx, operator, of, { verb: 'reject', to: 'rejected', event: 'withdrawal_released', reason });
  }

  /** The bank has confirmed the arrival. */
  function succeed(tx: Tx, operator: Actor, of: RecordOf): Promise<Withdrawal> {
    return decide(tx, operator, of, { verb: 'succeed', to: 'success', event: 'withdrawal_succeeded' });
  }

  /** The bank has returned the money. */
  function fail(tx: Tx, operator: Actor, of: RecordOf, reason: string): Promise<Withdrawal> {
    return decide(tx, operator, of, { verb: 'fail', to: 'failed', event: 'withdrawal_released', reason });
  }

  /** @param operator null for the sandbox, in test mode */
  async function decide(
    tx: Tx,
    operator: Actor | null,
    { merchantId, id }: RecordOf,
    { verb, to, event, reason }: { verb: string; to: Status; event?: OrderEvent; reason?: string },
  ): Promise<Withdrawal> {
    const at = clock.now();
    const ownLog = operator && { merchantId: operator.merchantId, resource: 'withdrawal_reviews' };
    // Rejecting stays possible: it only returns what was frozen.
    if (operator && to !== 'rejected') await assertPower(tx, operator, 'decide', at);
    const row = await lockForMove(tx, 'withdrawals', { merchantId, id, to, ...(ownLog && { ownLog }) });
    if (to === 'processing') await checkCard(tx, row);
    let confirmed: OperatorRequest | null = null;
    if (operator && verb !== 'reject') {
      const { amount, currency, withdrawal_no } = row;
      const wanted = reason === undefined ? {} : { reject_reason: reason };
      const act = {
        act: `withdrawal_reviews.${verb}`,
        recordId: id,
        tenantId: merchantId,
        money: { amount, currency },
      };
      const sides = { before: null, after: { withdrawal_no, status: to, ...wanted } };
      const opinion = await secondOpinion(tx, operator, { ...act, wanted, ...sides }, at);
      if (opinion.waits !== null) return row;
      ({ confirmed } = opinion);
    }
    if (operator && verb === 'reject') await voidRequests(tx, operator, id, at);
    const isFirst = row.status === 'pending';
    const after = await updateRow(tx, 'withdrawals', row, {
      status: to,
      updated_at: at,
      ...(isFirst ? { reviewer_id: operator?.userId ?? null, reviewed_at: at } : {}),
      ...(event ? { finished_at: at } : {}),
      ...(isFirst ? {} : { marker_id: operator?.userId ?? null }),
      ...(reason === undefined ? {} : { reject_reason: reason }),
    });
    if (event) await bookOf(tx, row, event, at);
    const outcome = to === 'rejected' ? 'rejected' : 'approved';
    if (isFirst && operator) await settle(tx, { ...waitingAt(id), outcome, by: operator, at });
    const data = moneyRecordArgs('withdrawals', after, row.withdrawal_no);
    await notify(tx, { merchantId, userIds: [row.creator_id], kind: 'withdrawal_decided', data, at });
    const said = reason === undefined ? {} : { reject_reason: reason };
    if (operator && confirmed) await auditConfirmed(tx, operator, confirmed, at);
    await auditDecision(tx, operator, {
      merchantId,
      resource: 'withdrawals',
      reviewed: 'withdrawal_reviews',
      verb,
      recordId: id,
      at,
      before: { status: row.status },
      after: { status: to, ...said },
    });
    return after;
  }

  return { request, cancel, approve, reject, succeed, fail };
}

async function checkCard(tx: Tx, { merchant_id, bankcard_id }: Withdrawal): Promise<void> {
  const cards = tx.selectFrom('bankcards').where('merchant_id', '=', merchant_id).where('id', '=', bankcard_id);
  const disabled = await cards.where('status', '=', 'disabled').select('id').executeTakeFirst();
  if (disabled) throw new ConflictError({ id: 'withdrawal_card_disabled' });
}

function waitingAt(recordId: string) {
  return { merchantId: PLATFORM_ID, kind: 'withdrawal_waiting', recordId } as const;
}

function bookOf(tx: Tx, row: Withdrawal, kind: OrderEvent, at: Date): Promise<void> {
  const { merchant_id: merchantId, id, withdrawal_no, currency, amount, fee, deduction } = row;
  const event = { kind, amount, fee, deduction };
  return book(tx, { merchantId, currency, at }, [{ event, businessId: id, businessOrderNo: withdrawal_no }]);
}

import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import type { OrderEvent } from '#server/ledger/postings.ts';
import { assertPower } from '#server/access/powers.ts';
import { auditDecision } from '#server/money/auditDecision.ts';
import { SANDBOX_DECLINES, sandboxOutcome } from '#shared/gateway/sandboxOutcome.ts';
import type { RecordOf } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { moneyRecordArgs, notify, settle } from '../notifications/service.ts';
import { auditConfirmed, secondOpinion, voidRequests } from '../operatorRequests/service.ts';
import { bookWithdrawal, waitingAt, type Withdrawal } from './withdrawalRecord.ts';

interface Decision {
  verb: string;
  to: Withdrawal['status'];
  /** What is booked; none if the money stays frozen. */
  event?: OrderEvent;
  reason?: string;
}

/** Decisions of the platform and the bank on withdrawals. In test mode, the sandbox's. */
export function createDecisions({ clock }: { clock: Clock }) {
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

  /** @param operator null for the sandbox, in test mode */
  async function decide(
    tx: Tx,
    operator: Actor | null,
    { merchantId, id }: RecordOf,
    decision: Decision,
  ): Promise<Withdrawal> {
    const { verb, to, event } = decision;
    const at = clock.now();
    const ownLog = operator && { merchantId: operator.merchantId, resource: 'withdrawal_reviews' };
    // Rejecting stays possible: it only returns what was frozen.
    if (operator && to !== 'rejected') await assertPower(tx, operator, 'decide', at);
    const row = await lockForMove(tx, 'withdrawals', { merchantId, id, to, ...(ownLog && { ownLog }) });
    if (to === 'processing') await checkCard(tx, row);
    const opinion = operator && verb !== 'reject' ? await opinionOn(tx, operator, row, decision, at) : null;
    if (opinion && opinion.waits !== null) return row;
    if (operator && verb === 'reject') await voidRequests(tx, operator, id, at);
    const after = await updateRow(tx, 'withdrawals', row, changeOf(row, operator, decision, at));
    if (event) await bookWithdrawal(tx, row, event, at);
    const outcome = to === 'rejected' ? 'rejected' : 'approved';
    if (row.status === 'pending' && operator) await settle(tx, { ...waitingAt(id), outcome, by: operator, at });
    const data = moneyRecordArgs('withdrawals', after, row.withdrawal_no);
    await notify(tx, { merchantId, userIds: [row.creator_id], kind: 'withdrawal_decided', data, at });
    if (operator && opinion?.confirmed) await auditConfirmed(tx, operator, opinion.confirmed, at);
    await auditDecision(tx, operator, {
      merchantId,
      resource: 'withdrawals',
      reviewed: 'withdrawal_reviews',
      verb,
      recordId: id,
      at,
      before: { status: row.status },
      after: { status: to, ...reasonOf(decision) },
    });
    return after;
  }

  return { approve, reject, succeed, fail, decideInTest };
}

/** Asks for another operator's confirmation, if the platform requires one. */
function opinionOn(tx: Tx, operator: Actor, row: Withdrawal, decision: Decision, at: Date) {
  const { merchant_id: tenantId, id: recordId, amount, currency, withdrawal_no } = row;
  const wanted = reasonOf(decision);
  const act = { act: `withdrawal_reviews.${decision.verb}`, recordId, tenantId, money: { amount, currency } };
  const sides = { before: null, after: { withdrawal_no, status: decision.to, ...wanted } };
  return secondOpinion(tx, operator, { ...act, wanted, ...sides }, at);
}

/** Columns that a decision changes. The first one reviews the withdrawal, a later one marks its end. */
function changeOf({ status }: Withdrawal, operator: Actor | null, decision: Decision, at: Date) {
  const by = operator?.userId ?? null;
  return {
    status: decision.to,
    updated_at: at,
    ...(status === 'pending' ? { reviewer_id: by, reviewed_at: at } : { marker_id: by }),
    ...(decision.event && { finished_at: at }),
    ...reasonOf(decision),
  };
}

function reasonOf({ reason }: Decision) {
  return reason === undefined ? {} : { reject_reason: reason };
}

async function checkCard(tx: Tx, { merchant_id, bankcard_id }: Withdrawal): Promise<void> {
  const cards = tx.selectFrom('bankcards').where('merchant_id', '=', merchant_id).where('id', '=', bankcard_id);
  const disabled = await cards.where('status', '=', 'disabled').select('id').executeTakeFirst();
  if (disabled) throw new ConflictError({ id: 'withdrawal_card_disabled' });
}

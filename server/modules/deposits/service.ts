import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { DepositsTable, Tx } from '#server/db/schema.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { assertPower } from '#server/access/powers.ts';
import { auditDecision } from '#server/money/auditDecision.ts';
import { book } from '#server/money/book.ts';
import { instructionsFor } from '#server/money/instructions.ts';
import { newNumber } from '#server/money/newNumber.ts';
import { type AgreedCharge, checkAgreed, termsOf } from '#server/money/quote.ts';
import { SANDBOX_DECLINES, sandboxOutcome } from '#shared/gateway/sandboxOutcome.ts';
import type { RecordOf } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { moneyRecordArgs, notify, settle } from '../notifications/service.ts';
import { auditConfirmed, type OperatorRequest, secondOpinion, voidRequests } from '../operatorRequests/service.ts';

type Deposit = Selectable<DepositsTable>;

interface NewDeposit {
  channel_id: string;
  /** Minor units. */
  amount: bigint;
  payer_name: string;
  remark: string | null;
  agreed?: AgreedCharge;
}

export type Deposits = ReturnType<typeof createDeposits>;

/** Money that a merchant sends from outside, credited when the platform confirms its arrival. */
export function createDeposits({ clock }: { clock: Clock }) {
  /** @throws {ValidationError} on `channel_id`, `amount` or an agreed figure if it is invalid */
  async function request(tx: Tx, actor: Actor, wanted: NewDeposit): Promise<Deposit> {
    const at = clock.now();
    const { merchantId } = actor;
    const { payer_name, remark, agreed } = wanted;
    const move = { type: 'deposit', channelId: wanted.channel_id, amount: wanted.amount } as const;
    const { tenant, channel, charge } = await termsOf(tx, merchantId, move);
    if (agreed) checkAgreed(charge, agreed);
    // The sandbox decides in this transaction. Like everywhere, the wallet is locked before the audit log.
    if (tenant.isTest) await lockWallet(tx, merchantId, charge.currency);
    const { debit_amount: _, ...charged } = charge;
    const depositNo = newNumber('D', at);
    const row: Deposit = {
      merchant_id: merchantId,
      id: uuidv7({ msecs: at.getTime() }),
      deposit_no: depositNo,
      channel_id: channel.id,
      ...charged,
      ...instructionsFor(channel, depositNo),
      payer_name,
      remark,
      status: 'pending_payment',
      creator_id: actor.userId,
      reviewer_id: null,
      reject_reason: null,
      reviewed_at: null,
      created_at: at,
      updated_at: at,
    };
    await tx.insertInto('deposits').values(row).execute();
    if (!tenant.isTest) {
      const data = moneyRecordArgs('deposit_reviews', row, row.deposit_no);
      await notify(tx, { merchantId: PLATFORM_ID, ofMerchant: merchantId, kind: 'deposit_waiting', data, at });
    }
    const { deposit_no, amount, currency } = row;
    const after = { deposit_no, amount, currency, payer_name, status: row.status };
    await recordAudit(tx, { actor, action: 'deposits.request', recordId: row.id, after, at });
    return tenant.isTest ? decideInTest(tx, row) : row;
  }

  /** Decides by the sandbox's rule instead of an operator of the platform. */
  async function decideInTest(tx: Tx, row: Deposit): Promise<Deposit> {
    const of = { merchantId: row.merchant_id, id: row.id };
    const outcome = sandboxOutcome(row.amount);
    if (outcome === 'success') return decide(tx, null, of, { to: 'pass', reason: null });
    if (outcome === 'failed') return decide(tx, null, of, { to: 'reject', reason: SANDBOX_DECLINES });
    return row;
  }

  /** Confirms that the money has arrived. Returns the unchanged deposit if a second operator has to confirm it, too. */
  function pass(tx: Tx, operator: Actor, of: RecordOf): Promise<Deposit> {
    return decide(tx, operator, of, { to: 'pass', reason: null });
  }

  /** Rejects the deposit: the money hasn't arrived, or isn't accepted. */
  function reject(tx: Tx, operator: Actor, of: RecordOf, reason: string): Promise<Deposit> {
    return decide(tx, operator, of, { to: 'reject', reason });
  }

  /** @param operator null for the sandbox, in test mode */
  async function decide(
    tx: Tx,
    operator: Actor | null,
    { merchantId, id }: RecordOf,
    { to, reason }: { to: 'pass' | 'reject'; reason: string | null },
  ): Promise<Deposit> {
    const at = clock.now();
    const ownLog = operator && { merchantId: operator.merchantId, resource: 'deposit_reviews' };
    if (operator && to === 'pass') await assertPower(tx, operator, 'decide', at);
    const row = await lockForMove(tx, 'deposits', { merchantId, id, to, ...(ownLog && { ownLog }) });
    let confirmed: OperatorRequest | null = null;
    if (operator && to === 'pass') {
      const { amount, currency } = row;
      const money = { amount, currency };
      const after = { deposit_no: row.deposit_no, status: to };
      const act = { act: 'deposit_reviews.pass', recordId: id, tenantId: merchantId, money, wanted: {} };
      const opinion = await secondOpinion(tx, operator, { ...act, before: null, after }, at);
      if (opinion.waits !== null) return row;
      ({ confirmed } = opinion);
    }
    if (operator && to === 'reject') await voidRequests(tx, operator, id, at);
    const decided = { status: to, reviewer_id: operator?.userId ?? null, reject_reason: reason, reviewed_at: at };
    const after = await updateRow(tx, 'deposits', row, { ...decided, updated_at: at });
    if (to === 'pass') {
      const { amount, fee, deduction, currency, deposit_no: businessOrderNo } = row;
      const event = { kind: 'deposit_passed', amount, fee, deduction } as const;
      await book(tx, { merchantId, currency, at }, [{ event, businessId: id, businessOrderNo }]);
    }
    const data = moneyRecordArgs('deposits', after, row.deposit_no);
    const outcome = to === 'pass' ? 'approved' : 'rejected';
    if (operator) {
      const waiting = { merchantId: operator.merchantId, kind: 'deposit_waiting', recordId: id } as const;
      await settle(tx, { ...waiting, outcome, by: operator, at });
    }
    await notify(tx, { merchantId, userIds: [row.creator_id], kind: 'deposit_decided', data, at });
    if (operator && confirmed) await auditConfirmed(tx, operator, confirmed, at);
    await auditDecision(tx, operator, {
      merchantId,
      resource: 'deposits',
      reviewed: 'deposit_reviews',
      verb: to,
      recordId: id,
      at,
      before: { status: row.status },
      after: { status: to, ...(reason === null ? {} : { reject_reason: reason }) },
    });
    return after;
  }

  return { request, pass, reject };
}

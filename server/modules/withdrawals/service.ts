import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import { later } from '#server/db/later.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Tx } from '#server/db/schema.ts';
import { together } from '#server/db/together.ts';
import { ForbiddenError } from '#server/errors.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { assertPower } from '#server/access/powers.ts';
import { newNumber } from '#server/money/newNumber.ts';
import { type AgreedCharge, checkAgreed, checkCovered, termsOf } from '#server/money/quote.ts';
import { usableCard } from '#server/money/usableCard.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { moneyRecordArgs, notify, settle } from '../notifications/service.ts';
import { voidRequests } from '../operatorRequests/service.ts';
import { createDecisions } from './decideWithdrawal.ts';
import { bookWithdrawal, waitingAt, type Withdrawal } from './withdrawalRecord.ts';

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
export function createWithdrawals(deps: { clock: Clock }) {
  const { clock } = deps;
  const { decideInTest, ...decisions } = createDecisions(deps);

  /** @throws {ValidationError} on `bankcard_id`, `amount` or an agreed figure if it is invalid */
  async function request(tx: Tx, actor: Actor, wanted: NewWithdrawal): Promise<Withdrawal> {
    const at = clock.now();
    const { merchantId } = actor;
    const { bankcard_id, amount, remark, agreed } = wanted;
    const [, card, { tenant, channel, charge }] = await together(
      assertPower(tx, actor, 'pay', at),
      usableCard(tx, merchantId, bankcard_id, at),
      termsOf(tx, merchantId, { type: 'withdrawal', amount }),
    );
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
    await bookWithdrawal(tx, row, 'withdrawal_frozen', at);
    if (!tenant.isTest) {
      const data = moneyRecordArgs('withdrawal_reviews', row, row.withdrawal_no);
      await notify(tx, { merchantId: PLATFORM_ID, ofMerchant: merchantId, kind: 'withdrawal_waiting', data, at });
    }
    const { withdrawal_no, currency, card_number_masked: card_number } = row;
    const after = { withdrawal_no, amount, currency, card_number, status: 'pending' };
    await recordAudit(tx, { actor, action: 'withdrawals.request', recordId: row.id, after, at });
    return tenant.isTest ? decideInTest(tx, row) : row;
  }

  /** By the requester, while it is pending. @throws {ForbiddenError} for any other user */
  async function cancel(tx: Tx, actor: Actor, id: string): Promise<Withdrawal> {
    const at = clock.now();
    const row = await lockForMove(tx, 'withdrawals', { merchantId: actor.merchantId, id, to: 'cancelled' });
    if (row.creator_id !== actor.userId) throw new ForbiddenError();
    const after = await updateRow(tx, 'withdrawals', row, { status: 'cancelled', finished_at: at, updated_at: at });
    await voidRequests(tx, actor, id, at);
    await bookWithdrawal(tx, row, 'withdrawal_released', at);
    await settle(tx, { ...waitingAt(id), outcome: 'cancelled', by: actor, at });
    const change = { before: { status: row.status }, after: { status: after.status } };
    await recordAudit(tx, { actor, action: 'withdrawals.cancel', recordId: id, at, ...change });
    return after;
  }

  return { request, cancel, ...decisions };
}

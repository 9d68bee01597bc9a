import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { OwnCurrency } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { AdjustmentsTable, DbOrTx, Tx } from '#server/db/schema.ts';
import { idOrNone, updateRow } from '#server/db/rows.ts';
import { ValidationError } from '#server/errors.ts';
import { lockWallet } from '#server/ledger/wallets.ts';
import { auditDecision, type Decision } from '#server/money/auditDecision.ts';
import { assertPower } from '#server/access/powers.ts';
import { assertChecker, NO_NOTE } from '#server/money/checkers.ts';
import { book } from '#server/money/book.ts';
import { newNumber } from '#server/money/newNumber.ts';
import { checkCovered } from '#server/money/quote.ts';
import type { RecordOf } from '#server/money/tenant.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { moneyRecordArgs, notify, settle, type Settlement } from '../notifications/service.ts';

type Adjustment = Selectable<AdjustmentsTable>;

interface NewAdjustment {
  /** Merchant whose balance is adjusted. */
  merchantId: string;
  /** Must be the currency of the merchant's wallet, so that the amount can't be read with another currency's scale. */
  currency: string;
  /** Minor units, signed: positive credits the merchant. */
  amount: bigint;
  reason: string;
}

export type Adjustments = ReturnType<typeof createAdjustments>;

/**
 * Balance corrections by the platform: one operator requests, another decides. Suspended and disabled merchants can be
 * adjusted, too, so that money can be taken back before they can move it.
 */
export function createAdjustments({ clock }: { clock: Clock }) {
  /** @throws {ValidationError} on `amount`, `currency` or `tenant_id` if it is invalid */
  async function request(tx: Tx, operator: Actor, wanted: NewAdjustment): Promise<Adjustment> {
    const at = clock.now();
    await assertPower(tx, operator, 'decide', at);
    const { merchantId, amount, currency, reason } = wanted;
    if (amount === 0n) throw new ValidationError({ amount: { key: 'amount_zero' } });
    await checkWalletCurrency(tx, merchantId, currency);
    const row: Adjustment = {
      merchant_id: merchantId,
      id: uuidv7({ msecs: at.getTime() }),
      adjustment_no: newNumber('A', at),
      amount,
      currency,
      reason,
      status: 'pending',
      creator_id: operator.userId,
      approver_id: null,
      reject_reason: null,
      decided_at: null,
      ...NO_NOTE,
      created_at: at,
      updated_at: at,
    };
    await tx.insertInto('adjustments').values(row).execute();
    const data = moneyRecordArgs('adjustments', row, row.adjustment_no);
    const whom = { merchantId: PLATFORM_ID, except: operator.userId, ofMerchant: merchantId };
    await notify(tx, { ...whom, kind: 'adjustment_waiting', data, at });
    const after = { adjustment_no: row.adjustment_no, amount, currency, reason, status: row.status };
    await audit(tx, operator, { verb: 'request', row, before: {}, after });
    return row;
  }

  /**
   * @throws {ForbiddenError} if the operator requested it, or like `assertChecker`
   * @throws {ValidationError} if the balance is too low
   */
  async function approve(tx: Tx, operator: Actor, of: RecordOf): Promise<Adjustment> {
    const row = await lockForMove(tx, 'adjustments', { ...of, to: 'pass', ownLog: logOf(operator) });
    const note = await assertChecker(tx, {
      merchantId: operator.merchantId,
      makerId: row.creator_id,
      checker: operator,
      permission: 'adjustments.approve',
      at: clock.now(),
    });
    const { merchant_id: merchantId, amount, currency, reason, adjustment_no: businessOrderNo } = row;
    const { available } = await lockWallet(tx, merchantId, currency);
    const own = await currencyOf(tx, merchantId);
    if (amount < 0n) checkCovered({ debit_amount: -amount, currency }, available, own);
    const after = await decided(tx, row, { status: 'pass', approver_id: operator.userId, ...note });
    const at = after.updated_at;
    await book(tx, { merchantId, currency, at }, [
      { event: { kind: 'adjusted', amount }, businessId: row.id, businessOrderNo, remark: reason },
    ]);
    await settled(tx, operator, row, 'approved');
    await audit(tx, operator, {
      verb: 'approve',
      row,
      before: { status: 'pending' },
      after: { status: 'pass', ...note },
    });
    return after;
  }

  /** The requester may reject, too, to withdraw a mistake. */
  async function reject(tx: Tx, operator: Actor, of: RecordOf, reason: string): Promise<Adjustment> {
    const row = await lockForMove(tx, 'adjustments', { ...of, to: 'reject', ownLog: logOf(operator) });
    const approver = row.creator_id === operator.userId ? null : operator.userId;
    const after = await decided(tx, row, { status: 'reject', approver_id: approver, reject_reason: reason });
    await settled(tx, operator, row, row.creator_id === operator.userId ? 'cancelled' : 'rejected');
    const decision = { status: 'reject', reject_reason: reason };
    await audit(tx, operator, { verb: 'reject', row, before: { status: 'pending' }, after: decision });
    return after;
  }

  function settled(tx: Tx, by: Actor, row: Adjustment, outcome: Settlement['outcome']): Promise<void> {
    const of = { merchantId: by.merchantId, kind: 'adjustment_waiting', recordId: row.id } as const;
    return settle(tx, { ...of, outcome, by, at: clock.now() });
  }

  function decided(tx: Tx, row: Adjustment, values: Partial<Adjustment>): Promise<Adjustment> {
    const at = clock.now();
    return updateRow(tx, 'adjustments', row, { ...values, decided_at: at, updated_at: at });
  }

  function audit(
    tx: Tx,
    operator: Actor,
    { row, ...decision }: { row: Adjustment } & Pick<Decision, 'verb' | 'before' | 'after'>,
  ): Promise<void> {
    const record = { merchantId: row.merchant_id, resource: 'adjustments', reviewed: 'adjustments', recordId: row.id };
    return auditDecision(tx, operator, { ...record, ...decision, at: clock.now() });
  }

  return { request, approve, reject };
}

function logOf({ merchantId }: Actor) {
  return { merchantId, resource: 'adjustments' };
}

/** @throws {ValidationError} on `currency` or `tenant_id` if the merchant's wallet isn't in that currency */
export async function checkWalletCurrency(db: DbOrTx, merchantId: string, wanted: string): Promise<void> {
  const { currency } = await currencyOf(db, merchantId);
  if (wanted === currency) return;
  throw new ValidationError({ currency: { key: 'wallet_other_currency', args: { currency } } });
}

/**
 * The currency of a merchant's wallet, also of a suspended or disabled merchant.
 * @throws {ValidationError} on `tenant_id` if there is no such merchant, or it is a test side
 */
async function currencyOf(db: DbOrTx, merchantId: string): Promise<OwnCurrency> {
  const own = await db
    .selectFrom('merchants')
    .where('merchant_id', '=', idOrNone(merchantId))
    .where('type', '<>', 'test')
    .select(['currency', 'is_divide_hundred'])
    .executeTakeFirst();
  if (!own) throw new ValidationError({ tenant_id: { key: 'reference_not_found' } });
  return own;
}

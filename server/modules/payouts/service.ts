import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { EVENTS } from '#shared/contract/webhooks.ts';
import { type AuditActor, recordAudits, systemActor } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import { later } from '#server/db/later.ts';
import { inserting, rowsAsJson, updateRow } from '#server/db/rows.ts';
import type { PayoutsTable, Tx } from '#server/db/schema.ts';
import type { Account } from '#server/db/tables/columns.ts';
import { payoutJobs } from '#server/jobs/jobQueue.ts';
import { queueEvents } from '#server/jobs/queueEvents.ts';
import type { OrderEvent } from '#server/ledger/postings.ts';
import { forgetOutflow, insertingOutflows, type OutflowRow } from '#server/money/approvals.ts';
import { book, type Booking } from '#server/money/book.ts';
import { newNumber } from '#server/money/newNumber.ts';
import type { Charge } from '#server/money/quote.ts';
import { lockForMove } from '#server/states/lockForMove.ts';
import { recordBatchResult, markBatchProcessing } from './batchProgress.ts';

export type Payout = Selectable<PayoutsTable>;

/**
 * Columns of a new payout, with the card number encrypted. Only payouts of the gateway have a number and a URL of the
 * merchant.
 */
type Given = Pick<Payout, 'channel_id' | 'source' | 'creator_id' | 'remark' | 'payee_name' | keyof Account> &
  Partial<Pick<Payout, 'batch_id' | 'payment_request_id' | 'merchant_order_no' | 'notify_url'>>;

export type NewPayout = Given & {
  charge: Charge;
  passedBy?: PassedBy | null;
  /** True if it waits for approval. Its money is frozen, but nothing is sent. */
  waits?: boolean;
};

/** Who got a payout through without another user's approval, and to which account. */
export interface PassedBy {
  /** ID of a user or signing key. */
  makerId: string;
  /** Keyed hash of the payee's number. */
  account: string;
}

/** Final result from the channel. */
export type PayoutOutcome =
  { status: 'success'; channelOrderNo: string } | { status: 'failed'; errorCode: string; errorMessage: string };

export type Payouts = ReturnType<typeof createPayouts>;

/** Money on its way to a payee: frozen with its fee at the start, paid or returned at the end. */
export function createPayouts({ clock }: { clock: Clock }) {
  /**
   * Creates payouts of one tenant in one currency, all or none.
   * @throws {InsufficientBalanceError} if the balance is too low; lock the wallet and check it before
   */
  async function begin(tx: Tx, merchantId: string, wanted: readonly NewPayout[]): Promise<Payout[]> {
    const at = clock.now();
    const rows = wanted.map((payout) => newRow(merchantId, payout, at));
    const outflows = wanted.flatMap(({ passedBy }, index) => outflowOf(rows[index], passedBy));
    const [first] = rows;
    if (!first) return [];
    await later(tx, sql`with passed as ${insertingOutflows(outflows)} ${inserting('payouts', rowsAsJson(rows))}`);
    const due = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
    if (due.length > 0) await payoutJobs.add(tx, merchantId, due, at);
    const place = { merchantId, currency: first.currency, at };
    await book(tx, place, rows.map((row) => bookingOf(row, 'payout_frozen'))); // prettier-ignore
    return rows;
  }

  /** Lets a payout go on that has waited for approval. The caller records the decision. */
  async function release(tx: Tx, merchantId: string, id: string): Promise<Payout> {
    const row = await lockForMove(tx, 'payouts', { merchantId, id, to: 'pending' });
    const at = clock.now();
    await payoutJobs.add(tx, merchantId, [id], at);
    return updateRow(tx, 'payouts', row, { status: 'pending', updated_at: at });
  }

  /**
   * Marks a payout as sent; from now on only the channel's result ends it.
   * @param books name of the bank's books that it is about to be sent to
   */
  async function take(tx: Tx, merchantId: string, id: string, books: string): Promise<Payout> {
    const row = await lockForMove(tx, 'payouts', { merchantId, id, to: 'processing' });
    const at = clock.now();
    const after = await updateRow(tx, 'payouts', row, { status: 'processing', updated_at: at });
    await payoutJobs.sendTo(tx, merchantId, id, books);
    await markBatchProcessing(tx, after, at);
    return after;
  }

  /**
   * Ends a payout with the channel's result, or a waiting one with its rejection.
   * @param by the user who rejected it
   * @throws {ConflictError} if it has ended before
   */
  async function settle(
    tx: Tx,
    merchantId: string,
    id: string,
    outcome: PayoutOutcome,
    by?: AuditActor,
  ): Promise<Payout> {
    const at = clock.now();
    const row = await lockForMove(tx, 'payouts', { merchantId, id, to: outcome.status });
    const said =
      outcome.status === 'success'
        ? { channel_order_no: outcome.channelOrderNo }
        : { error_code: outcome.errorCode, error_msg: outcome.errorMessage };
    const after = await updateRow(tx, 'payouts', row, {
      status: outcome.status,
      ...said,
      finished_at: at,
      updated_at: at,
      ...(row.notify_url !== null && { notify_status: 'pending' }),
    });
    const event = EVENTS.payouts[outcome.status];
    const ended = {
      ...{ id, number: after.order_no, merchantNumber: after.merchant_order_no, notify_url: after.notify_url },
      event,
    };
    await queueEvents(tx, 'payouts', { merchantId, ended: [ended], at });
    if (outcome.status === 'failed') await forgetOutflow(tx, merchantId, id);
    const ofBatch = await recordBatchResult(tx, after, at);
    const kind = outcome.status === 'success' ? 'payout_succeeded' : 'payout_released';
    await book(tx, { merchantId, currency: row.currency, at }, [bookingOf(row, kind)]);
    await recordAudits(tx, [
      {
        actor: by ?? systemActor(merchantId),
        action: `payouts.${outcome.status}`,
        recordId: id,
        at,
        before: { status: row.status },
        after: { status: outcome.status, ...said },
      },
      ...ofBatch,
    ]);
    return after;
  }

  return { begin, release, take, settle };
}

function newRow(merchantId: string, { charge, passedBy: _, waits = false, ...given }: NewPayout, at: Date): Payout {
  const { arrival_amount: __, ...charged } = charge;
  return {
    merchant_id: merchantId,
    id: uuidv7({ msecs: at.getTime() }),
    order_no: newNumber('P', at),
    batch_id: null,
    payment_request_id: null,
    merchant_order_no: null,
    notify_url: null,
    ...charged,
    ...given,
    channel_order_no: null,
    notify_status: 'none',
    status: waits ? 'pending_approval' : 'pending',
    error_code: null,
    error_msg: null,
    finished_at: null,
    created_at: at,
    updated_at: at,
  };
}

function bookingOf({ id, order_no, amount, fee, deduction }: Payout, kind: OrderEvent): Booking {
  return { event: { kind, amount, fee, deduction }, businessId: id, businessOrderNo: order_no };
}

function outflowOf(row: Payout | undefined, by: PassedBy | null | undefined): OutflowRow[] {
  if (!row || !by) return [];
  const { merchant_id, id: record_id, currency, amount, created_at: at } = row;
  return [{ merchant_id, record_id, kind: 'payout', maker_id: by.makerId, account: by.account, currency, amount, at }];
}

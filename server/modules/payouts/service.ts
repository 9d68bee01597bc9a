import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { EVENTS } from '#shared/contract/webhooks.ts';
import { type AuditActor, recordAudits, systemActor } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import { later } from '#server/db/later.ts';
import { inserting, rowsAsJson, updateRow, updating } from '#server/db/rows.ts';
import type { PayoutsTable, Tx } from '#server/db/schema.ts';
import type { Account } from '#server/db/tables/columns.ts';
import { payoutJobs } from '#server/jobs/jobQueue.ts';
import { queueEvents } from '#server/jobs/queueEvents.ts';
import type { OrderEvent } from '#server/ledger/postings.ts';
import { forgettingOutflows, insertingOutflows, type OutflowRow } from '#server/money/approvals.ts';
import { book, type Booking } from '#server/money/book.ts';
import { newNumber } from '#server/money/newNumber.ts';
import type { Charge } from '#server/money/quote.ts';
import { lockAllForMove, lockForMove } from '#server/states/lockForMove.ts';
import { auditOfEnd, batchResults, markingBatches, notifyOfEnd } from './batchProgress.ts';

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

/** A payout with its result. */
interface PayoutResult {
  id: string;
  outcome: PayoutOutcome;
}

/** A payout that is about to be sent to a bank. */
interface SentPayout {
  id: string;
  /** Name of the bank's books. */
  books: string;
}

export type Payouts = ReturnType<typeof createPayouts>;

/** Money on its way to a payee: frozen with its fee at the start, paid or returned at the end. */
export function createPayouts({ clock }: { clock: Clock }) {
  /**
   * Creates payouts of one tenant in one currency, all or none.
   * @throws {InsufficientBalanceError} if the balance is too low; lock the wallet and check it before
   */
  async function begin(tx: Tx, merchantId: string, wanted: readonly NewPayout[]): Promise<Payout[]> {
    const at = clock.now();
    const rows = wanted.map((payout) => newRow(merchantId, payout, { number: newNumber('P', at), at }));
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
   * Marks payouts of one tenant as sent, all or none; from now on only the channel's result ends them.
   * @param sent each with the name of the bank's books that it is about to be sent to
   * @throws {ConflictError} if one of them was sent before
   */
  async function takeAll(tx: Tx, merchantId: string, sent: readonly SentPayout[]): Promise<Payout[]> {
    const moves = sent.map((one) => ({ ...one, to: 'processing' as const }));
    const locked = await lockAllForMove(tx, 'payouts', merchantId, moves);
    const at = clock.now();
    const after = locked.map(({ row, move }) => ({ ...row, status: move.to, updated_at: at }));
    await sql`
      with taken as (${updating('payouts', merchantId, ['status', 'updated_at'], after)}),
        marked as (${markingBatches(merchantId, after, at)})
      ${payoutJobs.sending(merchantId, sent)}`.execute(tx);
    return after;
  }

  /** Like `takeAll`, for one payout. */
  async function take(tx: Tx, merchantId: string, id: string, books: string): Promise<Payout> {
    return only(await takeAll(tx, merchantId, [{ id, books }]));
  }

  /**
   * Ends payouts of one merchant in one currency with the channel's results, or a waiting one with its rejection, all or
   * none. Takes the same number of round trips for any number of payouts. Locks payouts, batches, wallet and audit log,
   * in this order.
   * @param results each payout once
   * @param by the user who rejected them
   * @returns the payouts in the order of `results`
   * @throws {ConflictError} if one of them has ended before
   */
  async function settleAll(
    tx: Tx,
    merchantId: string,
    results: readonly PayoutResult[],
    by: AuditActor = systemActor(merchantId),
  ): Promise<Payout[]> {
    const at = clock.now();
    const moves = results.map((result) => ({ ...result, to: result.outcome.status }));
    const locked = await lockAllForMove(tx, 'payouts', merchantId, moves);
    const after = locked.map(({ row, move }) => endedRow(row, move.outcome, at));
    const [first] = after;
    if (!first) return [];
    const batches = await batchResults(tx, merchantId, after, at);
    const failed = after.flatMap(({ id, status }) => (status === 'failed' ? [id] : []));
    const ended = locked.map(({ row, move }) => ({
      ...{ id: row.id, number: row.order_no, merchantNumber: row.merchant_order_no, notify_url: row.notify_url },
      event: EVENTS.payouts[move.outcome.status],
    }));
    await queueEvents(tx, 'payouts', { merchantId, ended, at }, [
      updating('payouts', merchantId, ENDED_COLUMNS, after),
      ...(failed.length > 0 ? [forgettingOutflows(merchantId, failed)] : []),
      ...batches.updates,
    ]);
    for (const batch of batches.ended.values()) await notifyOfEnd(tx, batch, at);
    await book(tx, { merchantId, currency: first.currency, at }, after.map(endBookingOf)); // prettier-ignore
    await recordAudits(
      tx,
      locked.flatMap(({ row, move }, index) => {
        const batch = batches.ended.get(after[index] ?? row);
        const ofPayout = {
          actor: by,
          action: `payouts.${move.to}`,
          recordId: row.id,
          at,
          before: { status: row.status },
          after: { status: move.to, ...saidOf(move.outcome) },
        };
        return batch ? [ofPayout, auditOfEnd(batch, at)] : [ofPayout];
      }),
    );
    return after;
  }

  /** Like `settleAll`, for one payout. */
  async function settle(
    tx: Tx,
    merchantId: string,
    id: string,
    outcome: PayoutOutcome,
    by?: AuditActor,
  ): Promise<Payout> {
    return only(await settleAll(tx, merchantId, [{ id, outcome }], by));
  }

  return { begin, release, take, takeAll, settle, settleAll };
}

function newRow(
  merchantId: string,
  { charge, passedBy: _, waits = false, ...given }: NewPayout,
  { number, at }: { number: string; at: Date },
): Payout {
  const { arrival_amount: __, ...charged } = charge;
  return {
    merchant_id: merchantId,
    id: uuidv7({ msecs: at.getTime() }),
    order_no: number,
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

/** Columns that the end of a payout changes. */
const ENDED_COLUMNS = [
  ...(['status', 'channel_order_no', 'error_code', 'error_msg'] as const),
  ...(['notify_status', 'finished_at', 'updated_at'] as const),
];

function endedRow(row: Payout, outcome: PayoutOutcome, at: Date): Payout {
  return {
    ...row,
    status: outcome.status,
    ...saidOf(outcome),
    finished_at: at,
    updated_at: at,
    ...(row.notify_url !== null && { notify_status: 'pending' }),
  };
}

function saidOf(outcome: PayoutOutcome): Partial<Payout> {
  return outcome.status === 'success'
    ? { channel_order_no: outcome.channelOrderNo }
    : { error_code: outcome.errorCode, error_msg: outcome.errorMessage };
}

function endBookingOf(payout: Payout): Booking {
  return bookingOf(payout, payout.status === 'success' ? 'payout_succeeded' : 'payout_released');
}

function only(payouts: readonly Payout[]): Payout {
  const [payout] = payouts;
  if (!payout) throw new Error('unreachable: a payout that was locked is returned');
  return payout;
}

function bookingOf({ id, order_no, amount, fee, deduction }: Payout, kind: OrderEvent): Booking {
  return { event: { kind, amount, fee, deduction }, businessId: id, businessOrderNo: order_no };
}

function outflowOf(row: Payout | undefined, by: PassedBy | null | undefined): OutflowRow[] {
  if (!row || !by) return [];
  const { merchant_id, id: record_id, currency, amount, created_at: at } = row;
  return [{ merchant_id, record_id, kind: 'payout', maker_id: by.makerId, account: by.account, currency, amount, at }];
}

import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type AuditEvent, systemActor } from '#server/audit/recordAudit.ts';
import { updating } from '#server/db/rows.ts';
import type { BatchTransfersTable, PayoutsTable, Tx } from '#server/db/schema.ts';
import { notify } from '#server/modules/notifications/service.ts';

type Payout = Selectable<PayoutsTable>;
type Batch = Selectable<BatchTransfersTable>;

const BATCH_COLUMNS = [
  ...(['status', 'success_count', 'success_amount', 'success_fee'] as const),
  ...(['failed_count', 'updated_at'] as const),
];

/** What the ends of some payouts change on their batches. */
export interface BatchResults {
  /** Statements to be executed together with those that end the payouts. */
  updates: RawBuilder<unknown>[];
  /** By the payout that was the last of its batch. */
  ended: ReadonlyMap<Payout, Batch>;
}

/** Statement that marks the batches of payouts that have been sent as processing, to be combined with others. */
export function markingBatches(merchantId: string, payouts: readonly Payout[], at: Date): RawBuilder<unknown> {
  return sql`
    update batch_transfers set status = 'processing', updated_at = ${at}::timestamptz
    where merchant_id = ${merchantId} and status = 'submitted' and id in (
      select id from batch_transfers
      where merchant_id = ${merchantId} and id = any (${batchIdsOf(payouts)}::uuid[]) and status = 'submitted'
      order by id for update
    )`;
}

/**
 * Counts finished payouts of one tenant, in their order, on their batches, and ends each batch with its last item. Locks
 * the batches, always in the order of their IDs. Call it before locking the wallet, because batches are always locked
 * first.
 */
export async function batchResults(
  tx: Tx,
  merchantId: string,
  payouts: readonly Payout[],
  at: Date,
): Promise<BatchResults> {
  const ended = new Map<Payout, Batch>();
  const ids = batchIdsOf(payouts);
  if (ids.length === 0) return { updates: [], ended };
  const { rows } = await sql<Batch>`
    select * from batch_transfers where merchant_id = ${merchantId} and id = any (${ids}::uuid[])
    order by id for update`.execute(tx);
  const batches = new Map(rows.map((batch) => [batch.id, batch]));
  for (const payout of payouts) {
    const batch = batches.get(payout.batch_id ?? '');
    if (!batch) continue;
    const counted = { ...batch, ...countsWith(batch, payout), updated_at: at };
    const isLast = counted.success_count + counted.failed_count >= counted.valid_count;
    const after: Batch = isLast ? { ...counted, status: endOf(counted) } : counted;
    batches.set(batch.id, after);
    if (isLast) ended.set(payout, after);
  }
  const items = payouts.filter(({ batch_id }) => batch_id !== null);
  return {
    updates: [
      updating('batch_transfers', merchantId, BATCH_COLUMNS, [...batches.values()]),
      endingItems(merchantId, items, at),
    ],
    ended,
  };
}

/** Tells the creator of a batch that has ended with failures. */
export async function notifyOfEnd(tx: Tx, batch: Batch, at: Date): Promise<void> {
  const { merchant_id: merchantId, id, batch_no, status, failed_count, valid_count, creator_id } = batch;
  if (status === 'done') return;
  const counts = { status, failed: String(failed_count), total: String(valid_count) };
  const data = { resource: 'batch_transfers', record_id: id, number: batch_no, ...counts };
  await notify(tx, { merchantId, userIds: [creator_id], kind: 'batch_failed', data, at });
}

export function auditOfEnd(batch: Batch, at: Date): AuditEvent {
  const { merchant_id, id: recordId, status, success_count, failed_count } = batch;
  return {
    actor: systemActor(merchant_id),
    action: `batch_transfers.${status}`,
    recordId,
    at,
    before: { status: 'processing' },
    after: { status, success_count, failed_count },
  };
}

function batchIdsOf(payouts: readonly Payout[]): string[] {
  return [...new Set(payouts.flatMap(({ batch_id }) => batch_id ?? []))];
}

function countsWith(batch: Batch, { status, amount, fee }: Payout): Partial<Batch> {
  if (status !== 'success') return { failed_count: batch.failed_count + 1 };
  return {
    success_count: batch.success_count + 1,
    success_amount: batch.success_amount + amount,
    success_fee: batch.success_fee + fee,
  };
}

function endOf({ success_count, failed_count }: Batch): 'done' | 'failed' | 'partly_failed' {
  if (failed_count === 0) return 'done';
  return success_count === 0 ? 'failed' : 'partly_failed';
}

function endingItems(merchantId: string, payouts: readonly Payout[], at: Date): RawBuilder<unknown> {
  const results = payouts.map(({ id, status, error_code, error_msg }) => ({ id, status, error_code, error_msg }));
  return sql`
    update batch_transfer_items i
    set status = r.status, error_code = r.error_code, error_msg = r.error_msg, updated_at = ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(results)}::json) r (id uuid, status text, error_code text, error_msg text)
    where i.merchant_id = ${merchantId} and i.payout_id = r.id`;
}

import type { Selectable } from 'kysely';
import { systemActor, type AuditEvent } from '#server/audit/recordAudit.ts';
import type { PayoutsTable, Tx } from '#server/db/schema.ts';
import { notify } from '#server/modules/notifications/service.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockForMove } from '#server/states/lockForMove.ts';

type Payout = Selectable<PayoutsTable>;

/** Marks the batch of a payout that has been sent as processing. */
export async function markBatchProcessing(tx: Tx, { merchant_id, batch_id }: Payout, at: Date): Promise<void> {
  if (batch_id === null) return;
  await tx
    .updateTable('batch_transfers')
    .set({ status: 'processing', updated_at: at })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', batch_id)
    .where('status', '=', 'submitted')
    .execute();
}

/**
 * Updates item and batch of a finished payout, and ends the batch with its last item. Call it before locking the
 * wallet, because batches are always locked first.
 * @returns audit events of the batch if it has ended
 */
export async function recordBatchResult(tx: Tx, payout: Payout, at: Date): Promise<AuditEvent[]> {
  const { merchant_id: merchantId, batch_id, status, error_code, error_msg } = payout;
  if (batch_id === null || (status !== 'success' && status !== 'failed')) return [];
  const batch = await tx
    .updateTable('batch_transfers')
    .set(({ eb }) => ({
      ...(status === 'success'
        ? {
            success_count: eb('success_count', '+', 1),
            success_amount: eb('success_amount', '+', payout.amount),
            success_fee: eb('success_fee', '+', payout.fee),
          }
        : { failed_count: eb('failed_count', '+', 1) }),
      updated_at: at,
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', batch_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('batch_transfer_items')
    .set({ status, error_code, error_msg, updated_at: at })
    .where('merchant_id', '=', merchantId)
    .where('payout_id', '=', payout.id)
    .execute();
  const { success_count, failed_count, valid_count } = batch;
  if (success_count + failed_count < valid_count) return [];
  const ended = failed_count === 0 ? 'done' : success_count === 0 ? 'failed' : 'partly_failed';
  const locked = await lockForMove(tx, 'batch_transfers', { merchantId, id: batch_id, to: ended });
  await updateRow(tx, 'batch_transfers', locked, { status: ended });
  if (ended !== 'done') {
    const counts = { status: ended, failed: String(failed_count), total: String(valid_count) };
    const data = { resource: 'batch_transfers', record_id: batch_id, number: batch.batch_no, ...counts };
    await notify(tx, { merchantId, userIds: [batch.creator_id], kind: 'batch_failed', data, at });
  }
  return [
    {
      actor: systemActor(merchantId),
      action: `batch_transfers.${ended}`,
      recordId: batch_id,
      at,
      before: { status: batch.status },
      after: { status: ended, success_count, failed_count },
    },
  ];
}

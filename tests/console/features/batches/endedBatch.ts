import { batchStateSchema, type BatchState } from '#shared/contract/batches.ts';

/** A finished batch: one payment paid, two failed. */
export function endedBatch(change: Partial<BatchState> = {}): BatchState {
  return batchStateSchema.parse({
    id: 'b',
    batch_no: 'B1',
    file_name: 'wages.csv',
    currency: 'CNY',
    revision: 1,
    status: 'partly_failed',
    total_count: 3,
    valid_count: 3,
    invalid_count: 0,
    success_count: 1,
    failed_count: 2,
    total_amount: '30000',
    total_fee: '600',
    success_amount: '10000',
    success_fee: '200',
    channel_id: null,
    channel_name: null,
    creator_id: null,
    creator_name: null,
    approver_name: null,
    created_at: '2026-11-20T04:00:00.000Z',
    submitted_at: null,
    may_repair: false,
    may_submit: false,
    needs_second_person: false,
    open_card_count: 0,
    warning_count: 0,
    repeats: null,
    repeated_by: [],
    repeatable_count: 2,
    may_repeat: true,
    ...change,
  });
}

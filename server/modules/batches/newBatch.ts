import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BatchTransfersTable } from '#server/db/schema.ts';
import { NO_NOTE } from '#server/money/checkers.ts';
import { newNumber } from '#server/money/newNumber.ts';
import type { Actor } from '#server/resources/RecordSource.ts';

export type Batch = Selectable<BatchTransfersTable>;

/** Statuses of a batch whose payouts have all ended, some or all of them without success. */
export const ENDED_WITH_FAILURES: readonly Batch['status'][] = ['partly_failed', 'failed'];

/** Totals of a batch whose items haven't been counted yet. */
export const NO_TOTALS = {
  total_count: 0,
  valid_count: 0,
  invalid_count: 0,
  total_amount: 0n,
  total_fee: 0n,
  success_count: 0,
  failed_count: 0,
  success_amount: 0n,
  success_fee: 0n,
};

/** An empty draft. */
export function newBatch(
  { merchantId, userId }: Actor,
  given: Pick<Batch, 'file_name' | 'file_sha256' | 'channel_id' | 'currency' | 'deduction' | 'repeats_batch_id'>,
  at: Date,
): Batch {
  return {
    merchant_id: merchantId,
    id: uuidv7({ msecs: at.getTime() }),
    batch_no: newNumber('B', at),
    ...given,
    ...NO_TOTALS,
    reading: null,
    sheet_name: '',
    status: 'draft',
    revision: 0,
    creator_id: userId,
    approver_id: null,
    approval_rule: null,
    approval_sum: null,
    ...NO_NOTE,
    submitted_at: null,
    created_at: at,
    updated_at: at,
  };
}

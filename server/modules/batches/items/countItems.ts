import { sql, type Transaction } from 'kysely';
import { MAX_BALANCE } from '#shared/money/amount.ts';
import type { Database } from '#server/db/schema.ts';
import { ValidationError } from '#server/errors.ts';
import type { BatchPlace } from './storeItems.ts';

interface Counted {
  total: number;
  valid: number;
  amount: string;
  fee: string;
}

/**
 * Brings what a draft says of its items up to what they are, counted anew, and its revision on. The batch must be locked.
 * @throws ValidationError on `amount` when the sum is more than an account can hold
 */
export async function countItems(
  tx: Transaction<Database>,
  { merchantId, batchId }: BatchPlace,
  at: Date,
): Promise<void> {
  const { rows } = await sql<Counted>`
    select count(*)::integer as total, (count(*) filter (where status <> 'invalid'))::integer as valid,
      coalesce(sum(amount) filter (where status <> 'invalid'), 0)::text as amount,
      coalesce(sum(fee) filter (where status <> 'invalid'), 0)::text as fee
    from batch_transfer_items where merchant_id = ${merchantId} and batch_id = ${batchId}`.execute(tx);
  const { total = 0, valid = 0, amount = '0', fee = '0' } = rows[0] ?? {};
  const [amounts, fees] = [BigInt(amount), BigInt(fee)];
  if (amounts + fees > MAX_BALANCE) throw new ValidationError({ amount: { key: 'batch_sum_too_large' } });
  await tx
    .updateTable('batch_transfers')
    .set(({ eb }) => ({
      ...{ total_count: total, valid_count: valid, invalid_count: total - valid },
      ...{ total_amount: amounts, total_fee: fees, updated_at: at, revision: eb('revision', '+', 1) },
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', batchId)
    .execute();
}

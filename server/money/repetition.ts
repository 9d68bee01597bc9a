import { sql } from 'kysely';
import type { DbOrTx } from '#server/db/schema.ts';
import { together } from '#server/db/together.ts';
import { inTenant } from '#server/db/rows.ts';

/**
 * A failed payout may be repeated by a payment request or by a row of a new batch, one at a time. A rejected or
 * cancelled request no longer counts, nor does a removed row or one of a discarded batch. Lock the payout before
 * reading what repeats it.
 */
interface Repetition {
  id: string;
  /** Number of the request or batch. */
  number: string;
}

/** The request and the batch that repeat a payout. At most one of them exists. */
export async function repetitionOf(
  db: DbOrTx,
  merchantId: string,
  payoutId: string,
): Promise<{ request: Repetition | null; batch: Repetition | null }> {
  const readRequest = db
    .selectFrom('payment_requests')
    .where('merchant_id', '=', merchantId)
    .where('repeats_payout_id', '=', payoutId)
    .where('status', 'in', ['pending', 'pass'])
    .select(['id', 'request_no as number'])
    .executeTakeFirst();
  const readBatch = db
    .selectFrom('batch_transfer_items as i')
    .innerJoin('batch_transfers as b', inTenant('b.id', 'i.batch_id'))
    .where('i.merchant_id', '=', merchantId)
    .where('i.repeats_payout_id', '=', payoutId)
    .select(['b.id', 'b.batch_no as number'])
    .executeTakeFirst();
  const [request, batch] = await together(readRequest, readBatch);
  return { request: request ?? null, batch: batch ?? null };
}

/** True for a row `p` of `payouts` that is or was being repeated. */
export const isRepeated = sql<boolean>`(
  exists (select from payment_requests r where r.merchant_id = p.merchant_id and r.repeats_payout_id = p.id
    and r.status in ('pending', 'pass'))
  or exists (select from batch_transfer_items r where r.merchant_id = p.merchant_id and r.repeats_payout_id = p.id))`;

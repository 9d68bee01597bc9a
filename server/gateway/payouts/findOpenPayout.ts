import type { Kysely } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import type { Payout } from '#server/modules/payouts/service.ts';

/** A payout without a result, with the code of its channel. */
export interface OpenPayout extends Payout {
  channel_code: string;
  /** Names the books of the bank that it was sent to; null: to none. */
  sent_to: string | null;
}

export async function findOpenPayout(
  db: Kysely<Database>,
  merchantId: string,
  id: string,
): Promise<OpenPayout | undefined> {
  return db
    .selectFrom('payouts')
    .innerJoin('channels', (join) =>
      join.onRef('channels.merchant_id', '=', 'payouts.merchant_id').onRef('channels.id', '=', 'payouts.channel_id'),
    )
    .innerJoin('payout_jobs', (join) =>
      join
        .onRef('payout_jobs.merchant_id', '=', 'payouts.merchant_id')
        .onRef('payout_jobs.payout_id', '=', 'payouts.id'),
    )
    .where('payouts.merchant_id', '=', merchantId)
    .where('payouts.id', '=', id)
    .where('payouts.status', 'in', ['pending', 'processing'])
    .selectAll('payouts')
    .select(['channels.code as channel_code', 'payout_jobs.sent_to'])
    .executeTakeFirst();
}

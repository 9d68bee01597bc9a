import { setImmediate as nextTurn } from 'node:timers/promises';
import { subHours } from 'date-fns/subHours';
import { sql } from 'kysely';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { cardHash } from '#server/money/cardHash.ts';
import type { BatchPlace } from '../items/storeItems.ts';

/** A payment repeated within a day is more often a mistake than intended. */
const RECENT_HOURS = 24;
/** Compares only the newest payouts of equal amount, because decrypting card numbers takes time. */
const MAX_COMPARED = 5_000;
/** Payouts compared between two yields to the event loop. */
const COMPARED_A_TURN = 250;

interface RecentPayout {
  order_no: string;
  amount: bigint;
  card_number: string;
}

/**
 * Locks the batch, unless it has been submitted, as the first step of a statement. All other writers of several rows lock
 * it too, so concurrent calls can't deadlock on its rows.
 */
const lockedBatch = ({ merchantId, batchId }: BatchPlace) => sql`batch as materialized (
    select id from batch_transfers
    where merchant_id = ${merchantId} and id = ${batchId} and status in ('uploading', 'draft') for update)`;

/** Removes what isn't true any more: payouts that are older than 24 hours by now, or have failed. */
export async function forgetOldPayouts(db: DbOrTx, place: BatchPlace, at: Date): Promise<void> {
  await sql`
    with ${lockedBatch(place)}
    update batch_transfer_items i set recent_payout_no = null from batch
    where i.merchant_id = ${place.merchantId} and i.batch_id = batch.id and i.recent_payout_no is not null
      and not exists (
        select from payouts p where p.merchant_id = i.merchant_id and p.order_no = i.recent_payout_no
          and p.created_at > ${subHours(at, RECENT_HOURS)} and p.status <> 'failed'
      )`.execute(db);
}

/**
 * Records on items of a draft the newest payout of the last 24 hours with the same card and amount, unless it failed.
 * Items must have none recorded, or a payout that is still recent.
 */
export async function markRecentPayouts(
  db: DbOrTx,
  { cipher, at }: { cipher: Cipher; at: Date },
  { itemId, ...place }: BatchPlace & { itemId?: string },
): Promise<void> {
  const { merchantId, batchId } = place;
  const some = itemId === undefined ? sql`` : sql`and i.id = ${itemId}`;
  const { rows } = await sql<RecentPayout>`
    select order_no, amount, card_number from payouts
    where merchant_id = ${merchantId} and created_at > ${subHours(at, RECENT_HOURS)} and status <> 'failed'
      and amount in (
        select i.amount from batch_transfer_items i
        where i.merchant_id = ${merchantId} and i.batch_id = ${batchId} and i.card_hash is not null ${some})
    order by created_at desc limit ${MAX_COMPARED}`.execute(db);
  const oldestFirst = rows.toReversed();
  for (let from = 0; from < oldestFirst.length; from += COMPARED_A_TURN) {
    const payouts = oldestFirst.slice(from, from + COMPARED_A_TURN).map(({ order_no, amount, card_number }) => {
      return { order_no, amount: String(amount), card_hash: cardHash(cipher, merchantId, cipher.decrypt(card_number)) };
    });
    // The last entry of a key wins, so the newer of two equal payouts is used.
    const newest = Object.fromEntries(payouts.map((payout) => [`${payout.amount} ${payout.card_hash}`, payout]));
    await sql`
      with ${lockedBatch(place)}
      update batch_transfer_items i set recent_payout_no = p.order_no
      from batch, json_to_recordset(${JSON.stringify(Object.values(newest))}::json)
        as p (order_no text, amount bigint, card_hash text)
      where i.merchant_id = ${merchantId} and i.batch_id = batch.id ${some}
        and i.amount = p.amount and i.card_hash = p.card_hash`.execute(db);
    await nextTurn();
  }
}

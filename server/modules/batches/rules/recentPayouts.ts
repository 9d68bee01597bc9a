import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Database } from '#server/db/schema.ts';
import { cardHash, type Item } from '../items/makeItem.ts';

/** A payment made again within a day is more often a slip than meant. */
const RECENT_MS = 24 * 3_600_000;
/** The newest of those with one of the amounts; whole numbers are decrypted, and that takes its time. */
const MAX_COMPARED = 5_000;

/** Numbers decrypted between two looks at what else the server has to do. */
const DECRYPTED_A_TURN = 500;

interface RecentPayout {
  order_no: string;
  amount: bigint;
  card_number: string;
}

/** Names for each item a payout of the last 24 hours with the same card and amount, unless that has failed. */
export async function withRecentPayouts(
  tx: Transaction<Database>,
  { cipher, merchantId, at }: { cipher: Cipher; merchantId: string; at: Date },
  items: readonly Item[],
): Promise<Item[]> {
  const amounts = new Set(
    items.flatMap(({ amount, card_hash }) => (amount !== null && card_hash ? [String(amount)] : [])),
  );
  if (amounts.size === 0) return [...items];
  const { rows } = await sql<RecentPayout>`
    select order_no, amount, card_number from payouts
    where merchant_id = ${merchantId} and created_at > ${new Date(at.getTime() - RECENT_MS)} and status <> 'failed'
      and amount in (select value::bigint from json_array_elements_text(${JSON.stringify([...amounts])}::json))
    order by created_at desc limit ${MAX_COMPARED}`.execute(tx);
  const numbers = new Map<string, string>();
  for (const [index, { order_no, amount, card_number }] of rows.toReversed().entries()) {
    numbers.set(`${amount} ${cardHash(cipher, merchantId, cipher.decrypt(card_number))}`, order_no);
    if (index % DECRYPTED_A_TURN === 0) await nextTurn();
  }
  return items.map((item) => ({ ...item, recent_payout_no: numbers.get(`${item.amount} ${item.card_hash}`) ?? null }));
}

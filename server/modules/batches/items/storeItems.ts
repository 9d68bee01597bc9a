import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { insertRows } from '#server/db/insertRows.ts';
import type { Database } from '#server/db/schema.ts';
import type { Item } from './makeItem.ts';

type Tx = Transaction<Database>;

export interface BatchPlace {
  merchantId: string;
  batchId: string;
}

/** Rows of one statement. The embedded database answers nobody else while it carries one out. */
const ROWS_A_STATEMENT = 200;

/** Inserts items. Between two statements the server answers other calls. */
export async function insertItems(tx: Tx, items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += ROWS_A_STATEMENT) {
    await insertRows(tx, 'batch_transfer_items', items.slice(at, at + ROWS_A_STATEMENT));
    await nextTurn();
  }
}

/** Writes items of a draft as they are now, all in one statement. */
export async function updateItems(tx: Tx, { merchantId, batchId }: BatchPlace, items: readonly Item[]): Promise<void> {
  const json = JSON.stringify(items, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  await sql`
    update batch_transfer_items i set payee_name = m.payee_name, card_number = m.card_number,
      card_number_masked = m.card_number_masked, card_hash = m.card_hash, bank_name = m.bank_name,
      branch_name = m.branch_name, amount = m.amount, fee = m.fee, amount_text = m.amount_text, remark = m.remark,
      currency = m.currency, status = m.status, problems = m.problems, recent_payout_no = m.recent_payout_no,
      card_check = m.card_check, card_accepted = m.card_accepted,
      updated_at = m.updated_at
    from json_populate_recordset(null::batch_transfer_items, ${json}::json) m
    where i.merchant_id = ${merchantId} and i.batch_id = ${batchId} and i.id = m.id`.execute(tx);
}

/** True for a row whose card number somebody still has to accept or correct. A number is settled once its row is submitted. */
export const hasOpenCard = sql<boolean>`(status = 'valid' and card_check is distinct from 'sound' and not card_accepted)`;

/** Accepts the card numbers of a draft that look mistyped. @returns how many */
export async function acceptCards(tx: Tx, { merchantId, batchId }: BatchPlace, at: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('batch_transfer_items')
    .set({ card_accepted: true, updated_at: at })
    .where('merchant_id', '=', merchantId)
    .where('batch_id', '=', batchId)
    .where('card_check', 'is not', null)
    .where(hasOpenCard)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Counts the rows of a batch whose card number somebody still has to accept or correct. */
export async function openCards(db: Kysely<Database>, { merchantId, batchId }: BatchPlace): Promise<number> {
  const { count } = await db
    .selectFrom('batch_transfer_items')
    .where('merchant_id', '=', merchantId)
    .where('batch_id', '=', batchId)
    .where(hasOpenCard)
    .select(({ fn }) => fn.countAll<string | number | bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ties items to the payouts that they have become. */
export async function queueItems(
  tx: Tx,
  { merchantId, batchId }: BatchPlace,
  pairs: readonly { id: string; payout_id: string }[],
  at: Date,
): Promise<void> {
  await sql`
    update batch_transfer_items i set status = 'queued', payout_id = m.payout_id, updated_at = ${at}
    from json_to_recordset(${JSON.stringify(pairs)}::json) as m (id uuid, payout_id uuid)
    where i.merchant_id = ${merchantId} and i.batch_id = ${batchId} and i.id = m.id`.execute(tx);
}

/** All items of a batch in the order of the file. */
export function itemsOf(tx: Tx, { merchantId, batchId }: BatchPlace): Promise<Item[]> {
  return tx
    .selectFrom('batch_transfer_items')
    .where('merchant_id', '=', merchantId)
    .where('batch_id', '=', batchId)
    .orderBy('line_no')
    .selectAll()
    .execute();
}

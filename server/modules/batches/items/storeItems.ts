import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { insertJson, rowsAsJson } from '#server/db/rows.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ValidationError } from '#server/errors.ts';
import type { Item } from './makeItem.ts';

interface Counted {
  total: number;
  valid: number;
  amount: string;
  fee: string;
}

export interface BatchPlace {
  merchantId: string;
  batchId: string;
}

/**
 * Inserts items, one piece per statement, yielding to other calls in between.
 * @param pieces JSON of up to a hundred items each, because 10,000 objects would burden the garbage collector
 */
export async function insertItems(db: DbOrTx, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    await insertJson(db, 'batch_transfer_items', piece);
    await nextTurn();
  }
}

/** Updates items of a draft in one statement. */
export async function updateItems(tx: Tx, { merchantId, batchId }: BatchPlace, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const json = rowsAsJson(items);
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

/** True for a row whose card number must still be accepted or corrected. Submitting the row settles its number. */
export const hasOpenCard = sql<boolean>`(status = 'valid' and card_check is distinct from 'sound' and not card_accepted)`;

/**
 * True for a row whose remark has a line break and a card number: a quotation mark may be missing at its end, so that the
 * next payment became part of it.
 */
export const isSwallowed = sql<boolean>`coalesce(remark ~ '[\\n\\r]' and remark ~ '([0-9][ -]?){12}', false)`;

/** Accepts the suspicious card numbers of a draft. @returns the number of rows */
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

/** The number of rows whose card number must still be accepted or corrected. */
export async function openCards(db: DbOrTx, { merchantId, batchId }: BatchPlace): Promise<number> {
  const { count } = await db
    .selectFrom('batch_transfer_items')
    .where('merchant_id', '=', merchantId)
    .where('batch_id', '=', batchId)
    .where(hasOpenCard)
    .select(({ fn }) => fn.countAll<string | number | bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Links items to their payouts. */
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

/** Gives up the failed payouts that the items of a discarded batch were to repeat. */
export async function releaseRepeatedPayouts(tx: Tx, { merchantId, batchId }: BatchPlace): Promise<void> {
  await tx
    .updateTable('batch_transfer_items')
    .set({ repeats_payout_id: null })
    .where('merchant_id', '=', merchantId)
    .where('batch_id', '=', batchId)
    .where('repeats_payout_id', 'is not', null)
    .execute();
}

/** Some items of a batch in file order, after a line. */
export function itemsAfter(
  tx: Tx,
  { merchantId, batchId }: BatchPlace,
  { line, most }: { line: number; most: number },
): Promise<Item[]> {
  return tx
    .selectFrom('batch_transfer_items')
    .where('merchant_id', '=', merchantId)
    .where('batch_id', '=', batchId)
    .where('line_no', '>', line)
    .orderBy('line_no')
    .limit(most)
    .selectAll()
    .execute();
}

/**
 * Adds items of a draft to its totals, less those that they replace, and increments its revision. Takes as long as there
 * are items, unlike `countItems`. The batch must be locked.
 */
export async function addToTotals(
  tx: Tx,
  { merchantId, batchId }: BatchPlace,
  { added, replaced = [] }: { added: readonly Item[]; replaced?: readonly Item[] },
  at: Date,
): Promise<void> {
  const valid = (items: readonly Item[]) => items.filter(({ status }) => status !== 'invalid');
  const sum = (items: readonly Item[], of: 'amount' | 'fee') =>
    valid(items).reduce((total, item) => total + (item[of] ?? 0n), 0n);
  const total = added.length - replaced.length;
  const validCount = valid(added).length - valid(replaced).length;
  await tx
    .updateTable('batch_transfers')
    .set((eb) => ({
      total_count: eb('total_count', '+', total),
      valid_count: eb('valid_count', '+', validCount),
      invalid_count: eb('invalid_count', '+', total - validCount),
      total_amount: eb('total_amount', '+', sum(added, 'amount') - sum(replaced, 'amount')),
      total_fee: eb('total_fee', '+', sum(added, 'fee') - sum(replaced, 'fee')),
      updated_at: at,
      revision: eb('revision', '+', 1),
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', batchId)
    .execute();
}

/** All items of a batch in file order. */
export function itemsOf(tx: Tx, { merchantId, batchId }: BatchPlace): Promise<Item[]> {
  return tx
    .selectFrom('batch_transfer_items')
    .where('merchant_id', '=', merchantId)
    .where('batch_id', '=', batchId)
    .orderBy('line_no')
    .selectAll()
    .execute();
}

/**
 * Recounts a draft from its items and increments its revision. The batch must be locked.
 * @returns the number of items
 * @throws {ValidationError} on `amount` if the total exceeds the maximum balance
 */
export async function countItems(tx: Tx, { merchantId, batchId }: BatchPlace, at: Date): Promise<number> {
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
      total_count: total,
      valid_count: valid,
      invalid_count: total - valid,
      total_amount: amounts,
      total_fee: fees,
      updated_at: at,
      revision: eb('revision', '+', 1),
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', batchId)
    .execute();
  return total;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { idOrNone, insertRows, rowsAsJson } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ValidationError, orNotFound } from '#server/errors.ts';
import { isRepeated } from '#server/money/repetition.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { cellsOf, type Item, makeItem } from './items/makeItem.ts';
import { type BatchPlace, countItems, insertItems } from './items/storeItems.ts';
import { type Batch, ENDED_WITH_FAILURES, newBatch } from './newBatch.ts';
import { type RowRules, rowRules } from './rules/checkRow.ts';
import { markRecentPayouts } from './rules/recentPayouts.ts';

/** Yields to other calls after each piece. */
const ROWS_A_PIECE = 100;

interface RepeatedBatch {
  batch: Batch;
  /** Failed rows that are being paid again already. */
  leftOut: number;
}

interface RepeatDeps {
  clock: Clock;
  cipher: Cipher;
}

export function createRepeat(deps: RepeatDeps) {
  const { clock, cipher } = deps;

  /**
   * Creates a draft from the failed rows of a batch that aren't being paid again yet. The rows keep their line numbers
   * and are validated again with the channel's current terms. Suspicious card numbers must be accepted again, because
   * they may be why the payment failed.
   * @throws {ConflictError} if the batch hasn't ended with failures, its channel is closed, or no failed row is left
   */
  return async function repeatFailed(tx: Tx, actor: Actor, id: string): Promise<RepeatedBatch> {
    const { merchantId } = actor;
    const repeated = await lockEnded(tx, merchantId, id);
    const rules = await openRules(tx, deps, actor, repeated);
    const place = { merchantId, batchId: id };
    await lockFailedPayouts(tx, place);
    const failed = await failedItems(tx, place);
    if (failed.length === 0) {
      throw new ConflictError({ id: 'batch_all_repeated', args: { batch: repeated.batch_no } });
    }
    const at = clock.now();
    const { file_name, channel_id } = repeated;
    const { currency, deduction } = rules.channel;
    const given = { file_name, file_sha256: null, channel_id, currency, deduction, repeats_batch_id: id };
    const batch = newBatch(actor, given, at);
    await insertRows(tx, 'batch_transfers', [batch]);
    const made = { merchantId, batchId: batch.id, at };
    const pieces: string[] = [];
    for (let from = 0; from < failed.length; from += ROWS_A_PIECE) {
      const some = failed.slice(from, from + ROWS_A_PIECE);
      pieces.push(rowsAsJson(some.map((item) => repeatedItem(cipher, made, item, rules))));
      await nextTurn();
    }
    await insertItems(tx, pieces);
    await markRecentPayouts(tx, { cipher, at }, made);
    await countItems(tx, made, at);
    const leftOut = repeated.failed_count - failed.length;
    const after = { batch_no: batch.batch_no, repeats: repeated.batch_no, total_count: failed.length };
    await recordAudit(tx, { actor, action: 'batch_transfers.repeat_failed', recordId: batch.id, after, at });
    return { batch, leftOut };
  };
}

/** Locks a batch that has ended with failures, so that concurrent calls take turns. */
async function lockEnded(tx: Tx, merchantId: string, id: string): Promise<Batch> {
  const batches = tx.selectFrom('batch_transfers').where('merchant_id', '=', merchantId).where('id', '=', idOrNone(id));
  const batch = orNotFound(await batches.selectAll().forUpdate().executeTakeFirst());
  if (ENDED_WITH_FAILURES.includes(batch.status)) return batch;
  throw new ConflictError({ id: 'not_in_this_state', args: { record: batch.batch_no } });
}

/** Turns the field error into a conflict, because the action has no channel field to show it at. */
async function openRules(tx: Tx, deps: RepeatDeps, actor: Actor, { channel_id }: Batch): Promise<RowRules> {
  try {
    return await rowRules(tx, deps, actor, channel_id ?? '');
  } catch (error) {
    const closed = error instanceof ValidationError ? error.fields['channel_id'] : undefined;
    throw closed ? new ConflictError({ id: closed.key, args: closed.args ?? {} }) : error;
  }
}

/** "Pay again" locks its payout too, so a row that isn't repeated once they are locked stays so. */
async function lockFailedPayouts(tx: Tx, { merchantId, batchId }: BatchPlace): Promise<void> {
  await sql`
    select id from payouts where merchant_id = ${merchantId} and batch_id = ${batchId} and status = 'failed'
    order by id for update`.execute(tx);
}

/** Failed items in file order, without those that are being paid again. */
async function failedItems(tx: Tx, { merchantId, batchId }: BatchPlace): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select i.* from batch_transfer_items i
    join payouts p on p.merchant_id = i.merchant_id and p.id = i.payout_id
    where i.merchant_id = ${merchantId} and i.batch_id = ${batchId} and p.status = 'failed' and not ${isRepeated}
    order by i.line_no`.execute(tx);
  return rows;
}

function repeatedItem(
  cipher: Cipher,
  { merchantId, batchId, at }: BatchPlace & { at: Date },
  item: Item,
  rules: RowRules,
): Item {
  const made = makeItem(cipher, { merchantId, batchId, line: item.line_no, at }, cellsOf(cipher, item), rules);
  return { ...made, repeats_payout_id: item.payout_id };
}

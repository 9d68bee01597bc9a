import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { idOrNone, insertRows, updateRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ConflictError, ValidationError, orNotFound } from '#server/errors.ts';
import { isRepeated } from '#server/money/repetition.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { cellsOf, type Item, makeItem } from './items/makeItem.ts';
import { addToTotals, type BatchPlace, countItems } from './items/storeItems.ts';
import { type Batch, ENDED_WITH_FAILURES, newBatch } from './newBatch.ts';
import { type RowRules, rowRules } from './rules/checkRow.ts';
import { markRecentPayouts } from './rules/recentPayouts.ts';

/** Yields to other calls after each transaction. */
const ROWS_A_TRANSACTION = 100;

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
   * Copies the failed rows of a batch that aren't being paid again yet into a draft, some at a time, each time in a
   * transaction of its own. The rows keep their line numbers and are validated again with the channel's current terms.
   * Suspicious card numbers must be accepted again, because they may be why the payment failed.
   *
   * Until `repeatFailed` ends it, the draft has no `deduction`, so it must be checked again before it can be submitted. If
   * it was interrupted, the user's next call continues it, and so do concurrent calls: each row is copied once.
   * @returns the draft's ID, or null if there is nothing to copy
   * @throws {ConflictError} if the batch hasn't ended with failures, or its channel is closed
   */
  async function prepareRepeat(db: Db, actor: Actor, id: string): Promise<string | null> {
    const begun = await db.transaction((tx) => begin(tx, actor, id));
    if (!begun) return null;
    const { batch, rules } = begun;
    const place = { merchantId: actor.merchantId, batchId: batch.id };
    let line: number | undefined = 0;
    while (line !== undefined) {
      line = await db.transaction((tx) => copyAfter(tx, { from: id, to: place, line: line ?? 0 }, rules));
      await nextTurn();
    }
    await markRecentPayouts(db.kysely, { cipher, at: clock.now() }, place);
    await removeEmpty(db.kysely, place);
    return batch.id;
  }

  /** @returns the draft that an earlier call has left, otherwise a new one; null if there is nothing to copy */
  async function begin(tx: Tx, actor: Actor, id: string): Promise<{ batch: Batch; rules: RowRules } | null> {
    const repeated = await lockEnded(tx, actor.merchantId, id);
    const rules = await openRules(tx, deps, actor, repeated);
    const left = await unfinished(tx, actor, id);
    if (left) return { batch: left, rules };
    const [first] = await failedItems(tx, { merchantId: actor.merchantId, batchId: id }, { line: 0, most: 1 });
    if (!first) return null;
    const { file_name, channel_id } = repeated;
    const { currency } = rules.channel;
    const given = { file_name, file_sha256: null, channel_id, currency, deduction: null, repeats_batch_id: id };
    const batch = newBatch(actor, given, clock.now());
    await insertRows(tx, 'batch_transfers', [batch]);
    return { batch, rules };
  }

  /** @returns the last line that was looked at, or undefined if there are no more, or the draft isn't one any more */
  async function copyAfter(
    tx: Tx,
    { from, to, line }: { from: string; to: BatchPlace; line: number },
    rules: RowRules,
  ): Promise<number | undefined> {
    const { merchantId } = to;
    const source = { merchantId, batchId: from };
    const draft = await lockUnfinished(tx, to);
    const candidates = draft ? await failedItems(tx, source, { line, most: ROWS_A_TRANSACTION }) : [];
    const last = candidates.at(-1);
    if (!last) return undefined;
    // "Pay again" locks its payout too, so a row that isn't repeated once they are locked stays so.
    await lockPayouts(tx, merchantId, candidates);
    const failed = await failedItems(tx, source, { line, most: ROWS_A_TRANSACTION, to: last.line_no });
    const at = clock.now();
    const made = failed.map((item) => repeatedItem(cipher, { ...to, at }, item, rules));
    await insertRows(tx, 'batch_transfer_items', made);
    await addToTotals(tx, to, { added: made }, at);
    return last.line_no;
  }

  /**
   * Ends what `prepareRepeat` has begun.
   * @param draftId what it has returned
   * @throws {ConflictError} if no failed row was left
   */
  async function repeatFailed(tx: Tx, actor: Actor, id: string, draftId: string | null): Promise<RepeatedBatch> {
    const repeated = await lockEnded(tx, actor.merchantId, id);
    const rules = await openRules(tx, deps, actor, repeated);
    const place = { merchantId: actor.merchantId, batchId: draftId ?? NIL };
    const draft = await lockUnfinished(tx, place);
    const at = clock.now();
    const count = draft ? await countItems(tx, place, at) : 0;
    if (!draft || count === 0) {
      throw new ConflictError({ id: 'batch_all_repeated', args: { batch: repeated.batch_no } });
    }
    const batch = await updateRow(tx, 'batch_transfers', draft, { deduction: rules.channel.deduction });
    const after = { batch_no: batch.batch_no, repeats: repeated.batch_no, total_count: count };
    await recordAudit(tx, { actor, action: 'batch_transfers.repeat_failed', recordId: batch.id, after, at });
    return { batch, leftOut: repeated.failed_count - count };
  }

  return { prepareRepeat, repeatFailed };
}

/** A draft of the user that `prepareRepeat` has begun. Locks it. */
function unfinished(tx: Tx, { merchantId, userId }: Actor, repeatedId: string): Promise<Batch | undefined> {
  return unfinishedDrafts(tx, merchantId)
    .where('repeats_batch_id', '=', repeatedId)
    .where('creator_id', '=', userId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Removes a draft if all its rows were paid again otherwise while it was begun. */
async function removeEmpty(db: DbOrTx, { merchantId, batchId }: BatchPlace): Promise<void> {
  const drafts = db.deleteFrom('batch_transfers').where('merchant_id', '=', merchantId).where('id', '=', batchId);
  await drafts.where('status', '=', 'draft').where('deduction', 'is', null).where('total_count', '=', 0).execute();
}

function lockUnfinished(tx: Tx, { merchantId, batchId }: BatchPlace): Promise<Batch | undefined> {
  return unfinishedDrafts(tx, merchantId).where('id', '=', batchId).executeTakeFirst();
}

function unfinishedDrafts(tx: Tx, merchantId: string) {
  const drafts = tx.selectFrom('batch_transfers').where('merchant_id', '=', merchantId).where('status', '=', 'draft');
  return drafts.where('deduction', 'is', null).selectAll().forUpdate();
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

async function lockPayouts(tx: Tx, merchantId: string, items: readonly Item[]): Promise<void> {
  await sql`
    select id from payouts
    where merchant_id = ${merchantId} and id = any (${items.map(({ payout_id }) => payout_id)}::uuid[])
    order by id for update`.execute(tx);
}

/** Failed items in file order, after a line, without those that are being paid again. */
async function failedItems(
  tx: Tx,
  { merchantId, batchId }: BatchPlace,
  { line, most, to = null }: { line: number; most: number; to?: number | null },
): Promise<Item[]> {
  const end = to === null ? sql`` : sql`and i.line_no <= ${to}`;
  const { rows } = await sql<Item>`
    select i.* from batch_transfer_items i
    join payouts p on p.merchant_id = i.merchant_id and p.id = i.payout_id
    where i.merchant_id = ${merchantId} and i.batch_id = ${batchId} and i.line_no > ${line} ${end}
      and p.status = 'failed' and not ${isRepeated}
    order by i.line_no limit ${most}`.execute(tx);
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

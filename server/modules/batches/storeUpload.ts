import { setImmediate as nextTurn } from 'node:timers/promises';
import { subHours } from 'date-fns/subHours';
import { sql } from 'kysely';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { sqlState } from '#server/db/dbErrors.ts';
import { insertRows } from '#server/db/rows.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { ConflictError, UnavailableError } from '#server/errors.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { type BatchPlace, countItems, insertItems } from './items/storeItems.ts';
import type { Batch } from './newBatch.ts';
import { markRecentPayouts } from './rules/recentPayouts.ts';

const DELETED_AT_ONCE = 500;
/** An upload that is stored takes seconds. After this long, its process has ended. */
const INTERRUPTED_AFTER_HOURS = 1;

/** SQLSTATE unique_violation. */
const NOT_UNIQUE = '23505';

interface Upload {
  /** The draft that it becomes. */
  batch: Batch;
  /** JSON of its items, as `insertItems` expects it. */
  pieces: readonly string[];
  /** Number of items. */
  count: number;
}

/**
 * Stores a batch with its items, unless its file, or its sheet, already is one. Each statement is a transaction of its own,
 * because one for 10,000 items would hold the embedded database's only connection for seconds. Nobody sees the batch
 * before the last transaction turns it into a draft. If anything fails, all of it is removed.
 * @throws {ConflictError} `batch_same_file` with the earlier batch
 * @throws {ValidationError} like `countItems`
 */
export async function storeUpload(
  { db, cipher }: { db: Db; cipher: Cipher },
  actor: Actor,
  { batch, pieces, count }: Upload,
): Promise<void> {
  const { merchant_id: merchantId, id: batchId, created_at: at } = batch;
  const place = { merchantId, batchId };
  await refuseSameFile(db.kysely, batch);
  // Without its hash, so that an interrupted upload doesn't prevent the next one of the same file.
  await insertRows(db.kysely, 'batch_transfers', [{ ...batch, status: 'uploading', file_sha256: null }]);
  try {
    await insertItems(db.kysely, pieces);
    await markRecentPayouts(db.kysely, { cipher, at }, place);
    await db.transaction((tx) => finish(tx, actor, batch, count));
  } catch (error) {
    // If the database can't be used either, the hourly maintenance removes it.
    await removeUpload(db, place).catch(() => {});
    if (sqlState(error) === NOT_UNIQUE) await refuseSameFile(db.kysely, batch);
    throw error;
  }
}

/** Turns the upload into a draft. Of concurrent uploads of a file one waits here, and its statement fails. */
async function finish(tx: Tx, actor: Actor, batch: Batch, count: number): Promise<void> {
  const { merchant_id: merchantId, id: batchId, file_sha256, created_at: at } = batch;
  const { numUpdatedRows } = await tx
    .updateTable('batch_transfers')
    .set({ status: 'draft', file_sha256 })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', batchId)
    .where('status', '=', 'uploading')
    .executeTakeFirstOrThrow();
  const stored = await countItems(tx, { merchantId, batchId }, at);
  if (numUpdatedRows !== 1n || stored !== count) throw new UnavailableError('An upload was removed before its end');
  const after = { batch_no: batch.batch_no, file_name: batch.file_name, total_count: count };
  await recordAudit(tx, { actor, action: 'batch_transfers.upload', recordId: batchId, after, at });
}

/** Earlier versions didn't name sheets. @throws {ConflictError} `batch_same_file` with the batch of the same file */
async function refuseSameFile(db: DbOrTx, { merchant_id, file_sha256, sheet_name }: Batch): Promise<void> {
  const sheets = db.selectFrom('batch_transfers').where('merchant_id', '=', merchant_id);
  const ofFile = sheets.where('file_sha256', '=', file_sha256).where('status', '<>', 'discarded');
  const same = sheet_name === '' ? ofFile : ofFile.where('sheet_name', 'in', ['', sheet_name]);
  const current = await same.select(['id', 'batch_no', 'status']).executeTakeFirst();
  if (current) throw new ConflictError({ id: 'batch_same_file', args: { batch: current.batch_no }, current });
}

/** Removes uploads whose process has ended before they became drafts. */
export async function removeInterruptedUploads(db: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const interrupted = await db.kysely
    .selectFrom('batch_transfers')
    .where('status', '=', 'uploading')
    .where('created_at', '<', subHours(now, INTERRUPTED_AFTER_HOURS))
    .select(['merchant_id as merchantId', 'id as batchId'])
    .execute();
  for (const place of interrupted) await removeUpload(db, place);
}

/** Removes an upload, a few items at a time. No-op if it is a draft by then: each statement locks the batch first. */
async function removeUpload({ kysely }: Pick<Db, 'kysely'>, { merchantId, batchId }: BatchPlace): Promise<void> {
  const isOfBatch = sql`merchant_id = ${merchantId} and batch_id = ${batchId}`;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      with upload as materialized (
        select id from batch_transfers
        where merchant_id = ${merchantId} and id = ${batchId} and status = 'uploading' for update
      )
      delete from batch_transfer_items
      where ${isOfBatch} and batch_id in (select id from upload)
        and id in (select id from batch_transfer_items where ${isOfBatch} limit ${DELETED_AT_ONCE})`.execute(kysely);
    if (numAffectedRows < DELETED_AT_ONCE) break;
    await nextTurn();
  }
  await kysely
    .deleteFrom('batch_transfers')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', batchId)
    .where('status', '=', 'uploading')
    .execute();
}

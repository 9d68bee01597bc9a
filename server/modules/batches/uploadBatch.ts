import { createHash } from 'node:crypto';
import type { BatchColumn } from '#shared/contract/batchFile.ts';
import type { SheetReading } from '#shared/contract/sheets.ts';
import type { Translate } from '@merchant-console/declaration';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import { rowsAsJson } from '#server/db/rows.ts';
import { cleanFileName } from '#server/files/fileStore.ts';
import { createQueues } from '#server/limits/createQueues.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { type Item, type ItemPlace, makeItem, rowOf } from './items/makeItem.ts';
import { type Batch, newBatch } from './newBatch.ts';
import { ALL_READ, type ReadOptions, type SheetRow, unreadable } from '#server/sheets/Sheet.ts';
import { readInWorker } from '#server/sheets/worker/readInWorker.ts';
import { type RowRules, rowRules } from './rules/checkRow.ts';
import { batchTable, type columnNames, columnPlaces } from './rules/columnNames.ts';
import { storeUpload } from './storeUpload.ts';

/** Uploads of one user run one after the other; the next waits at most this long. */
const inTurn = createQueues({ waitMs: 3_000, busy: 'upload_busy' });
/** Each worker takes a core and up to 300 MB. */
const amongAll = createQueues({ atOnce: 2, waitMs: 20_000, busy: 'upload_busy' });

interface BatchFile {
  bytes: Buffer;
  /** File name given by the client. */
  name: string;
  channelId: string;
  /** The user's choices, which some files need. */
  choices: Omit<ReadOptions, 'table'>;
  /** In the user's language, for the names of missing columns. */
  translate: Translate;
}

interface UploadDeps {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  names: ReturnType<typeof columnNames>;
}

/**
 * Creates a draft from a file with all its rows, valid or not. Uploads of one user run one after the other.
 * @returns the batch's ID
 * @throws {ValidationError} on `file` or `channel_id` if it is invalid
 * @throws {ConflictError} `batch_choice` with what the user must choose first; `batch_same_file` with the earlier batch, unless that was discarded
 * @throws {TooManyRequestsError} if other uploads take too long
 */
export function uploadBatch(deps: UploadDeps, actor: Actor, file: BatchFile): Promise<string> {
  return inTurn(`${actor.merchantId} ${actor.userId}`, () => takeFile(deps, actor, file));
}

async function takeFile(deps: UploadDeps, actor: Actor, file: BatchFile): Promise<string> {
  const { db, clock } = deps;
  const { merchantId } = actor;
  const rules = await db.transaction((tx) => rowRules(tx, deps, actor, file.channelId));
  const at = clock.now();
  const given = {
    file_name: cleanFileName(file.name),
    file_sha256: createHash('sha256').update(file.bytes).digest('hex'),
    channel_id: file.channelId,
    currency: rules.channel.currency,
    deduction: rules.channel.deduction,
    repeats_batch_id: null,
  };
  const drafted = newBatch(actor, given, at);
  const place = { merchantId, batchId: drafted.id, at };
  const { reading, ...items } = await amongAll('all', () => itemsIn(deps, file, { place, rules }));
  if (items.count === 0) throw unreadable('batch_no_rows');
  const batch = { ...drafted, ...keptOf(reading) };
  await storeUpload(deps, actor, { batch, ...items });
  return batch.id;
}

/** Builds the items of all rows, in pieces as `insertItems` expects them. Yields to other calls between two pieces. */
async function itemsIn(
  { cipher, names }: UploadDeps,
  { bytes, choices, translate }: BatchFile,
  { place, rules }: { place: Omit<ItemPlace, 'line'>; rules: RowRules },
): Promise<{ count: number; pieces: string[]; reading: SheetReading }> {
  const pieces: string[] = [];
  let count = 0;
  let places: ReadonlyMap<BatchColumn, number> | null = null;
  let reading = ALL_READ;
  for await (const piece of readInWorker({ bytes, options: { ...choices, table: batchTable(names) } })) {
    const items: Item[] = [];
    reading = piece.reading;
    for (const row of piece.rows) {
      if (places) items.push(makeItem(cipher, { ...place, line: row.line }, cellsIn(row, places), rules));
      else places = columnPlaces(row, names, translate);
    }
    count += items.length;
    if (items.length > 0) pieces.push(rowsAsJson(items));
  }
  return { count, pieces, reading };
}

/**
 * What a batch keeps of how its file was read: nothing if all of it was, and the name of the sheet if others could be
 * uploaded as batches of their own.
 */
function keptOf(reading: SheetReading): Pick<Batch, 'reading' | 'sheet_name'> {
  const { sheet, other_sheets, hidden_rows, hidden_columns, rows_above, encoding } = reading;
  const isOneOfSeveral = other_sheets.some(({ has_payments }) => has_payments);
  const isWhole = other_sheets.length + hidden_columns.length + rows_above === 0 && !hidden_rows && encoding === null;
  return { reading: isWhole ? null : reading, sheet_name: isOneOfSeveral ? (sheet ?? '') : '' };
}

const cellsIn = ({ cells }: SheetRow, places: ReadonlyMap<BatchColumn, number>) =>
  rowOf((column) => cells[places.get(column) ?? -1]);

import { addDays } from 'date-fns/addDays';
import { addSeconds } from 'date-fns/addSeconds';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { IMPORT_KEPT_DAYS } from '#shared/contract/imports.ts';
import type { Language } from '@merchant-console/declaration/languages';
import { insertJson, rowsAsJson } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError } from '#server/errors.ts';
import { cleanFileName } from '#server/files/fileStore.ts';
import { createQueues } from '#server/limits/createQueues.ts';
import { importJobs } from '#server/jobs/jobQueue.ts';
import type { Served } from '#server/resources/CallDeps.ts';
import { onceForKey } from '#server/resources/idempotently.ts';
import { columnsByName, importedFields, importTable } from '#server/resources/import/ImportColumns.ts';
import type { ImportCheck } from '#server/resources/import/rowDraft.ts';
import { languagesOf } from '#server/resources/import/fieldNames.ts';
import { ALL_READ, type ReadOptions, type SheetRow, unreadable } from '#server/sheets/Sheet.ts';
import { readInWorker } from '#server/sheets/worker/readInWorker.ts';
import { deleteImport, type ImportPlace, storedCells } from './importRows.ts';
import type { RunDeps } from './runs.ts';

/** Uploads of one user run one after the other; the next waits at most this long. */
const inTurn = createQueues({ waitMs: 3_000, busy: 'upload_busy' });
/** Each worker takes a core, and memory for the whole file. */
const amongAll = createQueues({ atOnce: 1, waitMs: 20_000, busy: 'upload_busy' });

/** Time in which the uploading call checks a small file itself. If its server ends before, a worker does. */
const CHECK_SECONDS = 60;

/** For 100,000 rows of 20 columns. */
const LIMITS = { heapMb: 768, seconds: 120 };

interface ImportedFile {
  bytes: Buffer;
  /** File name given by the client. */
  name: string;
  /** The user's choices, which some files need. */
  choices: Omit<ReadOptions, 'table'>;
  language: Language;
}

const takenSchema = z.object({ id: z.uuid() });

/**
 * Stores the rows of a file as they are written, once for each idempotency key. They must be checked next.
 * @returns the import's ID, and false if another call with the key has made it
 * @throws {ValidationError} on `file` if it can't be read
 * @throws {ConflictError} `batch_choice` with what the user must choose first; also errors of `onceForKey`
 */
export async function uploadOnce(
  deps: RunDeps,
  served: Served,
  actor: ImportCheck['actor'],
  file: ImportedFile,
  call: Parameters<typeof onceForKey>[1],
): Promise<{ id: string; isNew: boolean }> {
  const { merchantId } = actor;
  const uploads: string[] = [];
  const prepare = async () => {
    uploads.push(
      await inTurn(`${merchantId} ${actor.userId}`, () => amongAll('all', () => takeFile(deps, served, actor, file))),
    );
  };
  const take = async (tx: Tx) => {
    const [id] = uploads;
    // The first call's key has expired since it was looked for.
    if (id === undefined) throw new ConflictError({ id: 'still_running' });
    await takeUpload(tx, deps, { merchantId, id });
    return { id };
  };
  let taken: string | null = null;
  try {
    const { id } = await onceForKey(deps, call, takenSchema, take, prepare);
    taken = id;
    return { id, isNew: uploads.includes(id) };
  } finally {
    // If the database can't be used, the hourly maintenance removes it.
    for (const id of uploads) if (id !== taken) await deleteImport(deps.db.kysely, { merchantId, id }).catch(() => {});
  }
}

/** @returns the import's ID, which can't be seen before `takeUpload` */
async function takeFile(
  { db, clock, cipher, translators }: RunDeps,
  { resource }: Served,
  actor: ImportCheck['actor'],
  { bytes, name, choices, language }: ImportedFile,
): Promise<string> {
  const { merchantId: merchant_id } = actor;
  const table = importTable(resource, importedFields(resource, actor.permissions), translators);
  const at = clock.now();
  const id = uuidv7({ msecs: at.getTime() });
  let headings: string[] | null = null;
  let reading = ALL_READ;
  let count = 0;
  let lastLine = 0;
  const totals = languagesOf(translators).map(([, translate]) => translate);
  // Exports end with an empty row and their totals, which name the number of rows above.
  const isTotal = ({ line, cells: [cell] }: SheetRow, before: number) =>
    lastLine > 0 &&
    line === lastLine + 2 &&
    totals.some((translate) => translate('export.total', { smart_count: before }) === cell?.text.trim());
  await db.kysely
    .insertInto('imports')
    .values({
      merchant_id,
      id,
      user_id: actor.userId,
      resource: resource.name,
      file_name: cleanFileName(name),
      language,
      ip: actor.ip,
      user_agent: actor.userAgent,
      reading: JSON.stringify(reading),
      columns: '[]',
      status: 'uploading',
      mode: null,
      created_at: at,
      expires_at: addDays(at, IMPORT_KEPT_DAYS),
    })
    .execute();
  try {
    for await (const piece of readInWorker({ bytes, options: { ...choices, table } }, LIMITS)) {
      ({ reading } = piece);
      const rows = headings === null ? piece.rows.slice(1) : piece.rows;
      headings ??= piece.rows[0]?.cells.map(({ text }) => text.trim()) ?? null;
      const stored: object[] = [];
      let isOver = false;
      for (const row of rows) {
        isOver = isTotal(row, count);
        if (isOver) break;
        const { line, cells } = row;
        lastLine = line;
        count += 1;
        stored.push({
          merchant_id,
          import_id: id,
          line,
          cells: storedCells(cipher, cells),
          is_checked: false,
          problems: {},
          keys: [],
        });
      }
      if (stored.length > 0) await insertJson(db.kysely, 'import_rows', rowsAsJson(stored));
      if (isOver) break;
    }
    if (headings === null || count === 0) throw unreadable('batch_no_rows');
    await db.kysely
      .updateTable('imports')
      .set({
        reading: JSON.stringify(reading),
        columns: JSON.stringify(columnsByName(headings, table)),
      })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    return id;
  } catch (error) {
    // If the database can't be used either, the hourly maintenance removes it.
    await deleteImport(db.kysely, { merchantId: merchant_id, id }).catch(() => {});
    throw error;
  }
}

/** Makes an upload an import whose rows must be checked. */
async function takeUpload(tx: Tx, { clock }: Pick<RunDeps, 'clock'>, { merchantId, id }: ImportPlace) {
  await tx
    .updateTable('imports')
    .set({ status: 'checking' })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .execute();
  await addCheck(tx, { clock }, { merchantId, id });
}

/** Adds the job of a check that the call itself begins. */
export function addCheck(tx: Tx, { clock }: Pick<RunDeps, 'clock'>, { merchantId, id }: ImportPlace): Promise<void> {
  return importJobs.add(tx, merchantId, [id], addSeconds(clock.now(), CHECK_SECONDS));
}

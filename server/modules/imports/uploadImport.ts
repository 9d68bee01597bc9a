import { addDays } from 'date-fns/addDays';
import { v7 as uuidv7 } from 'uuid';
import { IMPORT_KEPT_DAYS } from '#shared/contract/imports.ts';
import type { Language } from '@merchant-console/declaration/languages';
import { insertJson, rowsAsJson } from '#server/db/rows.ts';
import { cleanFileName } from '#server/files/fileStore.ts';
import { createQueues } from '#server/limits/createQueues.ts';
import type { Served } from '#server/resources/CallDeps.ts';
import { columnsByName, importedFields, importTable } from '#server/resources/import/ImportColumns.ts';
import type { ImportCheck } from '#server/resources/import/rowDraft.ts';
import { languagesOf } from '#server/resources/import/readCell.ts';
import { ALL_READ, type ReadOptions, type SheetRow, unreadable } from '#server/sheets/Sheet.ts';
import { readInWorker } from '#server/sheets/worker/readInWorker.ts';
import { deleteImport, storedCells } from './importRows.ts';
import type { RunDeps } from './runs.ts';

/** Uploads of one user run one after the other; the next waits at most this long. */
const inTurn = createQueues({ waitMs: 3_000, busy: 'upload_busy' });
/** Each worker takes a core, and memory for the whole file. */
const amongAll = createQueues({ atOnce: 1, waitMs: 20_000, busy: 'upload_busy' });

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

/**
 * Stores the rows of a file as they are written. They must be checked next.
 * @returns the import's ID
 * @throws {ValidationError} on `file` if it can't be read
 * @throws {ConflictError} `batch_choice` with what the user must choose first
 */
export function uploadImport(
  deps: RunDeps,
  served: Served,
  actor: ImportCheck['actor'],
  file: ImportedFile,
): Promise<string> {
  return inTurn(`${actor.merchantId} ${actor.userId}`, () =>
    amongAll('all', () => takeFile(deps, served, actor, file)),
  );
}

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
        status: 'checking',
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

import { sql } from 'kysely';
import { type Import, type IMPORT_MODES, MOST_CHECKED_AT_ONCE } from '#shared/contract/imports.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, ForbiddenError, orNotFound, ValidationError } from '#server/errors.ts';
import type { TranslateError } from '#server/http/errorTexts.ts';
import type { Session } from '#server/http/session.ts';
import { importJobs } from '#server/jobs/jobQueue.ts';
import { importedFields } from '#server/resources/import/ImportColumns.ts';
import type { ImportCheck } from '#server/resources/import/rowDraft.ts';
import type { SheetCell } from '#server/sheets/Sheet.ts';
import {
  cellsOf,
  countRows,
  deleteImport,
  fileRow,
  type ImportRecord,
  markRepeated,
  placeOf,
  readRows,
  storeChecked,
  storeCounts,
  storedCells,
} from './importRows.ts';
import type { createOwnImports } from './ownImports.ts';
import { checkFiles, checkFor, checkStored, type RunDeps } from './runs.ts';
import { addCheck } from './uploadImport.ts';

/** Rows that a correction returns: as many as a page of them has. */
const MOST_RETURNED = 100;

type Actor = ImportCheck['actor'];

type OwnImports = ReturnType<typeof createOwnImports>;

/** Checks and corrects the rows of imports as their users ask. */
export function createImportChanges(deps: RunDeps, { own, state, presentRow }: OwnImports) {
  const { db, clock, cipher } = deps;

  /** Checks a small file's rows now, and those of others in the background. */
  async function begin(session: Session, actor: Actor, id: string): Promise<Import> {
    const { found, served } = await own(session, id);
    const place = placeOf(found);
    const rows = await readRows(db.kysely, place, sql`not is_checked and outcome is null`, {
      limit: MOST_CHECKED_AT_ONCE + 1,
    });
    if (rows.length > MOST_CHECKED_AT_ONCE) {
      await importJobs.makeDue(db.kysely, place.merchantId, id, clock.now());
      return state(session, id);
    }
    const check = await checkFor(deps, found, actor);
    const checked = await checkStored(deps, served, check, rows);
    await db.transaction(async (tx) => {
      await move(tx, found, ['checking'], { status: 'ready' });
      await importJobs.remove(tx, place.merchantId, id);
      await storeChecked(tx, place, checked);
      await markRepeated(tx, place);
      await storeCounts(tx, place);
    });
    return state(session, id);
  }

  return {
    begin,

    /** @throws {ValidationError} on `sources` if a field can't be filled, or twice */
    async map(session: Session, actor: Actor, id: string, sources: readonly (string | null)[]): Promise<Import> {
      const { found, served } = await own(session, id);
      const allowed = importedFields(served.resource, session.permissions).map(({ source }) => source);
      const named = sources.filter((source) => source !== null);
      if (named.length !== new Set(named).size || named.some((source) => !allowed.includes(source)))
        throw new ValidationError({ sources: { key: 'import_columns' } });
      const columns = found.columns.map(({ heading }, at) => ({ heading, source: sources[at] ?? null }));
      await db.transaction(async (tx) => {
        await move(tx, found, ['ready'], { status: 'checking', columns: JSON.stringify(columns), counts: null });
        await sql`
          update import_rows set is_checked = false, problems = '{}', repeats = null, keys = '{}', act = null
          where merchant_id = ${found.merchant_id} and import_id = ${found.id} and outcome is null`.execute(tx);
        await addCheck(tx, { clock }, placeOf(found));
      });
      return begin(session, actor, id);
    },

    /** Changes cells of one row. @throws {ConflictError} `import_state` if the import isn't ready */
    async mend(
      session: Session,
      actor: Actor,
      { id, line }: { id: string; line: number },
      cells: Readonly<Record<string, string>>,
      text: ReturnType<TranslateError>,
    ) {
      const owned = await own(session, id);
      const { found, served } = owned;
      const place = placeOf(found);
      const isLine = sql`line = ${line} and outcome is null`;
      const row = orNotFound((await readRows(db.kysely, place, isLine, { limit: 1 }))[0]);
      const mended = cellsOf(cipher, row).map((cell, at) => mendedCell(cell, cells[String(at)]));
      const stored = storedCells(cipher, mended);
      const check = await checkFor(deps, found, actor);
      const checked = await checkFiles(deps, served, check, [fileRow(cipher, { line, cells: stored })]);
      const marked = await db.transaction(async (tx) => {
        await move(tx, found, ['ready'], { status: 'ready' });
        await tx
          .updateTable('import_rows')
          .set({ cells: stored })
          .where('merchant_id', '=', place.merchantId)
          .where('import_id', '=', id)
          .where('line', '=', line)
          .execute();
        await storeChecked(tx, place, checked);
        const lines = await markRepeated(tx, place);
        await storeCounts(tx, place);
        return lines;
      });
      const lines = [line, ...marked.filter((one) => one !== line)].slice(0, MOST_RETURNED);
      const after = await readRows(db.kysely, place, sql`line = any(${lines}::integer[])`, { limit: MOST_RETURNED });
      return { import: await state(session, id), rows: after.map(presentRow(owned, text)) };
    },
  };
}

/** Starts to write an import or to take it back, or deletes it. Repeated calls have no further effect. */
export function createImportRuns(deps: RunDeps, { own, state, present }: OwnImports) {
  const { db, clock } = deps;

  /** @throws {ConflictError} if these rows can't be written in this way */
  async function assertApplicable(found: ImportRecord, mode: (typeof IMPORT_MODES)[number]): Promise<void> {
    const counts = found.counts ?? (await countRows(db.kysely, placeOf(found)));
    if (mode === 'all' && counts.problems > 0) throw new ConflictError({ id: 'import_has_problems' });
    if (counts.create + counts.update === 0) throw new ConflictError({ id: 'import_nothing' });
  }

  return {
    /** @throws {ConflictError} `import_has_problems` if all rows are wanted */
    async apply(session: Session, id: string, mode: (typeof IMPORT_MODES)[number]): Promise<Import> {
      const { found } = await own(session, id);
      if (found.status === 'ready') {
        await assertApplicable(found, mode);
        await db.transaction(async (tx) => {
          await move(tx, found, ['ready'], { status: 'applying', mode, counts: null });
          await importJobs.add(tx, found.merchant_id, [id], clock.now());
        });
      } else if (found.mode !== mode) throw new ConflictError({ id: 'import_state' });
      return state(session, id);
    },

    /** @throws {ForbiddenError} if the user may not delete or edit such records */
    async undo(session: Session, id: string): Promise<Import> {
      const owned = await own(session, id);
      const { found } = owned;
      if (found.status === 'done') {
        if (!(await present(session, owned)).may_undo) throw new ForbiddenError();
        await db.transaction(async (tx) => {
          await move(tx, found, ['done'], { status: 'undoing', counts: null });
          await importJobs.add(tx, found.merchant_id, [id], clock.now());
        });
      } else if (found.status !== 'undoing' && found.status !== 'undone')
        throw new ConflictError({ id: 'import_state' });
      return state(session, id);
    },

    /** @throws {ConflictError} `import_state` if it was applied */
    async remove(session: Session, id: string): Promise<void> {
      const { found } = await own(session, id);
      await db.transaction((tx) => move(tx, found, ['ready', 'checking'], { status: 'uploading' }));
      await deleteImport(db.kysely, placeOf(found));
    },
  };
}

/** A cell as its user has typed it, or as it is. */
function mendedCell(cell: SheetCell, typed: string | undefined): SheetCell {
  if (typed !== undefined) return { text: typed, flaw: null };
  // The user has looked at the row.
  return cell.flaw === 'extra_cells' ? { ...cell, flaw: null } : cell;
}

/** Moves an import from one status to another. @throws {ConflictError} if it has none of these statuses any more */
async function move(
  tx: Tx,
  { merchant_id, id }: ImportRecord,
  from: readonly ImportRecord['status'][],
  to: Partial<Pick<ImportRecord, 'status' | 'mode'>> & { columns?: string; counts?: null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set(to)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ConflictError({ id: 'import_state' });
}

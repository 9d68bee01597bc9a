import { sql } from 'kysely';
import {
  type Import,
  type IMPORT_MODES,
  IMPORT_ROWS_LISTED,
  type ImportRow,
  MOST_CHECKED_AT_ONCE,
} from '#shared/contract/imports.ts';
import { permissionKey } from '@merchant-console/protocol';
import type { Tx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { ConflictError, ForbiddenError, orNotFound, ValidationError } from '#server/errors.ts';
import type { TranslateError } from '#server/http/errorTexts.ts';
import type { Session } from '#server/http/session.ts';
import { importJobs } from '#server/jobs/jobQueue.ts';
import type { Served } from '#server/resources/CallDeps.ts';
import { checkRows } from '#server/resources/import/checkRows.ts';
import type { ImportCheck } from '#server/resources/import/rowDraft.ts';
import { importedFields } from '#server/resources/import/ImportColumns.ts';
import { importable } from './importable.ts';
import {
  cellsOf,
  countRows,
  deleteImport,
  HAS_PROBLEMS,
  type ImportRecord,
  markRepeated,
  placeOf,
  readRows,
  storeChecked,
  storedCells,
  type StoredImportRow,
} from './importRows.ts';
import { checkDeps, checkFor, checkStored, type RunDeps } from './runs.ts';

const LISTED = 20;

type Actor = ImportCheck['actor'];

interface Owned {
  found: ImportRecord;
  served: Served;
}

/** Imports of users. Each user sees only their own, on the session's side, as long as they may import the resource. */
export function createImports(deps: RunDeps) {
  const { db, clock, cipher } = deps;

  const ofOwner = ({ merchantId, userId }: Session) =>
    db.kysely
      .selectFrom('imports')
      .where('merchant_id', '=', merchantId)
      .where('user_id', '=', userId)
      .where('status', '<>', 'uploading');

  /** @throws {NotFoundError} if the user has no such import, or its resource has none any more */
  async function own(session: Session, id: string): Promise<Owned> {
    const found = orNotFound(await ofOwner(session).where('id', '=', idOrNone(id)).selectAll().executeTakeFirst());
    return { found, served: importable(deps, found.resource, session) };
  }

  async function present(session: Session, { found, served: { resource } }: Owned): Promise<Import> {
    const { id, file_name, status, mode, columns, reading, created_at, expires_at } = found;
    const may = (operation: string) => session.permissions.has(permissionKey(resource.name, operation));
    const counts = await countRows(db.kysely, placeOf(found));
    return {
      id,
      resource: resource.name,
      file_name,
      status,
      mode,
      columns: [...columns],
      fields: importedFields(resource, session.permissions).map(({ source }) => source),
      key: [...(resource.import?.key ?? [])],
      reading,
      counts,
      may_undo:
        status === 'done' &&
        counts.created + counts.updated > 0 &&
        (counts.created === 0 || may('delete')) &&
        (counts.updated === 0 || may('edit')),
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    };
  }

  const stateOf = async (session: Session, id: string) => present(session, await own(session, id));

  /** Moves an import from one status to another. @throws {ConflictError} if it has none of these statuses any more */
  async function move(
    tx: Tx,
    { merchant_id, id }: ImportRecord,
    from: readonly ImportRecord['status'][],
    to: Partial<Pick<ImportRecord, 'status' | 'mode'>> & { columns?: string },
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

  /** Checks a small file's rows now, and those of others in the background. */
  async function begin(session: Session, actor: Actor, id: string): Promise<Import> {
    const { found, served } = await own(session, id);
    const place = placeOf(found);
    const rows = await readRows(db.kysely, place, sql`not is_checked and outcome is null`, {
      limit: MOST_CHECKED_AT_ONCE + 1,
    });
    if (rows.length > MOST_CHECKED_AT_ONCE) {
      await db.transaction((tx) => importJobs.add(tx, place.merchantId, [id], clock.now()));
      return stateOf(session, id);
    }
    const check = await checkFor(deps, found, actor);
    const checked = await checkStored(deps, served, check, rows);
    await db.transaction(async (tx) => {
      await move(tx, found, ['checking'], { status: 'ready' });
      await storeChecked(tx, place, checked);
      await markRepeated(tx, place);
    });
    return stateOf(session, id);
  }

  const presentRow =
    (columns: ImportRecord['columns'], keyed: Owned['served'], text: ReturnType<TranslateError>) =>
    (row: StoredImportRow): ImportRow => {
      const { line, problems, repeats, act, record_id, outcome } = row;
      const told = Object.entries(problems).map(([source, messages]): [string, string[]] => [
        columns.some((column) => column.source === source) ? source : '',
        messages.map(({ key, args, ...more }) => text(key, args, 'label' in more ? more.label : undefined)),
      ]);
      const byField: Record<string, string[]> = {};
      for (const [source, texts] of told) (byField[source] ??= []).push(...texts);
      if (repeats !== null && outcome === null) {
        const [number, other] = repeats.split(':');
        const unique = keyed.backend.importer?.unique[Number(number)];
        const [source = ''] = unique?.sources ?? [];
        (byField[source] ??= []).push(text('import_repeated', { line: other ?? '' }));
      }
      return {
        line,
        cells: cellsOf(cipher, row).map((cell) => cell.shown ?? cell.text),
        problems: byField,
        act,
        record_id,
        outcome,
      };
    };

  return {
    own,
    state: stateOf,
    begin,

    async list(session: Session, resource: string | undefined): Promise<Import[]> {
      const all = ofOwner(session);
      const some = resource === undefined ? all : all.where('resource', '=', resource);
      const rows = await some.selectAll().orderBy('id', 'desc').limit(LISTED).execute();
      const states: Import[] = [];
      for (const found of rows) {
        const backend = deps.registry.state.resources.get(found.resource);
        const isOpen = backend?.backend?.importer && session.permissions.has(permissionKey(found.resource, 'import'));
        if (isOpen) states.push(await present(session, { found, served: importable(deps, found.resource, session) }));
      }
      return states;
    },

    async rows(
      session: Session,
      id: string,
      wanted: { show: 'all' | 'problems'; page: number },
      text: ReturnType<TranslateError>,
    ) {
      const { found, served } = await own(session, id);
      const isToldOf = sql`(${HAS_PROBLEMS} or outcome in ('refused', 'kept'))`;
      const where = wanted.show === 'all' ? sql`true` : isToldOf;
      const page = { limit: IMPORT_ROWS_LISTED, offset: (wanted.page - 1) * IMPORT_ROWS_LISTED };
      const rows = await readRows(db.kysely, placeOf(found), where, page);
      const { rows: counted } = await sql<{ total: number }>`
        select count(*)::integer as total from import_rows
        where merchant_id = ${found.merchant_id} and import_id = ${found.id} and ${where}`.execute(db.kysely);
      return { items: rows.map(presentRow(found.columns, served, text)), total: counted[0]?.total ?? 0 };
    },

    /** @throws {ValidationError} on `sources` if a field can't be filled, or twice */
    async map(session: Session, actor: Actor, id: string, sources: readonly (string | null)[]): Promise<Import> {
      const { found, served } = await own(session, id);
      const allowed = importedFields(served.resource, session.permissions).map(({ source }) => source);
      const named = sources.filter((source) => source !== null);
      if (named.length !== new Set(named).size || named.some((source) => !allowed.includes(source)))
        throw new ValidationError({ sources: { key: 'import_columns' } });
      const columns = found.columns.map(({ heading }, at) => ({ heading, source: sources[at] ?? null }));
      await db.transaction(async (tx) => {
        await move(tx, found, ['ready'], { status: 'checking', columns: JSON.stringify(columns) });
        await sql`
          update import_rows set is_checked = false, problems = '{}', repeats = null, keys = '{}', act = null
          where merchant_id = ${found.merchant_id} and import_id = ${found.id} and outcome is null`.execute(tx);
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
      const { found, served } = await own(session, id);
      const place = placeOf(found);
      const isLine = sql`line = ${line} and outcome is null`;
      const row = orNotFound((await readRows(db.kysely, place, isLine, { limit: 1 }))[0]);
      const mended = cellsOf(cipher, row).map((cell, at) => {
        const typed = cells[String(at)];
        if (typed !== undefined) return { text: typed, flaw: null };
        // The user has looked at the row.
        return cell.flaw === 'extra_cells' ? { ...cell, flaw: null } : cell;
      });
      const check = await checkFor(deps, found, actor);
      const checked = await checkRows(checkDeps(deps), served, check, [{ line, cells: mended }]);
      await db.transaction(async (tx) => {
        await move(tx, found, ['ready'], { status: 'ready' });
        await tx
          .updateTable('import_rows')
          .set({ cells: storedCells(cipher, mended) })
          .where('merchant_id', '=', place.merchantId)
          .where('import_id', '=', id)
          .where('line', '=', line)
          .execute();
        await storeChecked(tx, place, checked);
        await markRepeated(tx, place);
      });
      const [after] = await readRows(db.kysely, place, sql`line = ${line}`, { limit: 1 });
      return {
        import: await stateOf(session, id),
        row: presentRow(found.columns, served, text)(orNotFound(after)),
      };
    },

    /** Repeated calls have no further effect. @throws {ConflictError} `import_has_problems` if all rows are wanted */
    async apply(session: Session, id: string, mode: (typeof IMPORT_MODES)[number]): Promise<Import> {
      const { found } = await own(session, id);
      if (found.status === 'ready') {
        const counts = await countRows(db.kysely, placeOf(found));
        if (mode === 'all' && counts.problems > 0) throw new ConflictError({ id: 'import_has_problems' });
        if (counts.create + counts.update === 0) throw new ConflictError({ id: 'import_nothing' });
        await db.transaction(async (tx) => {
          await move(tx, found, ['ready'], { status: 'applying', mode });
          await importJobs.add(tx, found.merchant_id, [id], clock.now());
        });
      } else if (found.mode !== mode) throw new ConflictError({ id: 'import_state' });
      return stateOf(session, id);
    },

    /** Repeated calls have no further effect. @throws {ForbiddenError} if the user may not delete or edit such records */
    async undo(session: Session, id: string): Promise<Import> {
      const { found, served } = await own(session, id);
      if (found.status === 'done') {
        const state = await present(session, { found, served });
        if (!state.may_undo) throw new ForbiddenError();
        await db.transaction(async (tx) => {
          await move(tx, found, ['done'], { status: 'undoing' });
          await importJobs.add(tx, found.merchant_id, [id], clock.now());
        });
      } else if (found.status !== 'undoing' && found.status !== 'undone')
        throw new ConflictError({ id: 'import_state' });
      return stateOf(session, id);
    },

    /** @throws {ConflictError} `import_state` if it was applied */
    async remove(session: Session, id: string): Promise<void> {
      const { found } = await own(session, id);
      await db.transaction((tx) => move(tx, found, ['ready', 'checking'], { status: 'uploading' }));
      await deleteImport(db.kysely, placeOf(found));
    },

    /** Rows that weren't written, in slices, with the texts of their problems. */
    async *rest(session: Session, id: string, text: ReturnType<TranslateError>) {
      const { found, served } = await own(session, id);
      let last = 0;
      for (;;) {
        const where = sql`line > ${last} and (outcome in ('refused', 'kept') or (outcome is null and ${HAS_PROBLEMS}))`;
        const rows = await readRows(db.kysely, placeOf(found), where, { limit: 500 });
        if (rows.length === 0) return;
        last = rows.at(-1)?.line ?? last;
        yield rows.map(presentRow(found.columns, served, text));
      }
    },
  };
}

import { type RawBuilder, sql } from 'kysely';
import type { Import, IMPORT_ROW_FILTERS, ImportRow } from '#shared/contract/imports.ts';
import { IMPORT, permissionKey } from '@merchant-console/protocol';
import { idOrNone } from '#server/db/rows.ts';
import { orNotFound } from '#server/errors.ts';
import type { TranslateError } from '#server/http/errorTexts.ts';
import type { Session } from '#server/http/session.ts';
import type { Served } from '#server/resources/CallDeps.ts';
import { importedFields } from '#server/resources/import/ImportColumns.ts';
import { importable } from './importable.ts';
import {
  cellsOf,
  countRows,
  HAS_PROBLEMS,
  type ImportRecord,
  placeOf,
  readRows,
  type StoredImportRow,
} from './importRows.ts';
import type { RunDeps } from './runs.ts';

/** Imports of a list. */
const LISTED = 20;

/** Rows of a slice of a file. */
const SLICE = 500;

export interface OwnedImport {
  found: ImportRecord;
  served: Served;
}

type Text = ReturnType<TranslateError>;

/** Reads imports. Each user sees only their own, on the session's side, as long as they may import the resource. */
export function createOwnImports(deps: RunDeps) {
  const { db, cipher, registry } = deps;

  const ofOwner = ({ merchantId, userId }: Session) =>
    db.kysely
      .selectFrom('imports')
      .where('merchant_id', '=', merchantId)
      .where('user_id', '=', userId)
      .where('status', '<>', 'uploading');

  /** @throws {NotFoundError} if the user has no such import, or its resource has none any more */
  async function own(session: Session, id: string): Promise<OwnedImport> {
    const found = orNotFound(await ofOwner(session).where('id', '=', idOrNone(id)).selectAll().executeTakeFirst());
    return { found, served: importable(deps, found.resource, session) };
  }

  async function present(session: Session, { found, served: { resource } }: OwnedImport): Promise<Import> {
    const { id, file_name, status, mode, columns, reading, created_at, expires_at } = found;
    const may = (operation: string) => session.permissions.has(permissionKey(resource.name, operation));
    const counts = found.counts ?? (await countRows(db.kysely, placeOf(found)));
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

  async function list(session: Session, resource: string | undefined): Promise<Import[]> {
    const isOpen = (name: string) =>
      registry.state.resources.get(name)?.backend?.importer !== undefined &&
      session.permissions.has(permissionKey(name, IMPORT));
    const names = [...registry.state.resources.keys()].filter(isOpen);
    const wanted = resource === undefined ? names : names.filter((name) => name === resource);
    if (wanted.length === 0) return [];
    const rows = await ofOwner(session)
      .where('resource', 'in', wanted)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(LISTED)
      .execute();
    return Promise.all(
      rows.map((found) => present(session, { found, served: importable(deps, found.resource, session) })),
    );
  }

  const presentRow =
    ({ found: { columns }, served }: OwnedImport, text: Text) =>
    (row: StoredImportRow): ImportRow => {
      const { line, act, record_id, outcome } = row;
      return {
        line,
        cells: cellsOf(cipher, row).map((cell) => cell.shown ?? cell.text),
        problems: problemsInWords(row, { columns, served }, text),
        act,
        record_id,
        outcome,
      };
    };

  return {
    own,
    present,
    presentRow,
    list,

    state: async (session: Session, id: string) => present(session, await own(session, id)),

    async rows(
      session: Session,
      id: string,
      { show, first, count }: { show: (typeof IMPORT_ROW_FILTERS)[number]; first: number; count: number },
      text: Text,
    ) {
      const owned = await own(session, id);
      const place = placeOf(owned.found);
      const where = show === 'all' ? sql`true` : sql`(${HAS_PROBLEMS} or outcome in ('refused', 'kept'))`;
      const rows = await readRows(db.kysely, place, where, { limit: count, offset: first });
      const { rows: counted } = await sql<{ total: number }>`
        select count(*)::integer as total from import_rows
        where merchant_id = ${place.merchantId} and import_id = ${place.id} and ${where}`.execute(db.kysely);
      return { items: rows.map(presentRow(owned, text)), total: counted[0]?.total ?? 0 };
    },

    /** Rows that weren't written, in slices, with the texts of their problems. */
    async *rest({ found, served }: OwnedImport, text: Text): AsyncGenerator<ImportRow[], void, undefined> {
      let last = 0;
      for (;;) {
        const rows = await readRows(db.kysely, placeOf(found), unwrittenAfter(last), { limit: SLICE });
        if (rows.length === 0) return;
        last = rows.at(-1)?.line ?? last;
        yield rows.map(presentRow({ found, served }, text));
      }
    },
  };
}

const unwrittenAfter = (line: number): RawBuilder<unknown> =>
  sql`line > ${line} and (outcome in ('refused', 'kept') or (outcome is null and ${HAS_PROBLEMS}))`;

/** A row's problems by field. What has no column is told of the row as a whole. */
function problemsInWords(
  { problems, repeats, outcome }: StoredImportRow,
  { columns, served }: { columns: ImportRecord['columns']; served: Served },
  text: Text,
): Record<string, string[]> {
  const byField: Record<string, string[]> = {};
  const add = (source: string, texts: readonly string[]) => {
    const at = columns.some((column) => column.source === source) ? source : '';
    (byField[at] ??= []).push(...texts);
  };
  for (const [source, messages] of Object.entries(problems))
    add(
      source,
      messages.map(({ key, args, ...more }) => text(key, args, 'label' in more ? more.label : undefined)),
    );
  if (repeats !== null && outcome === null) {
    const [number, line = ''] = repeats.split(':');
    const unique = served.backend.importer?.unique[Number(number)];
    add(unique?.sources[0] ?? '', [text('import_repeated', { line })]);
  }
  return byField;
}

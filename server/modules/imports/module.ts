import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { subHours } from 'date-fns/subHours';
import * as calls from '#shared/contract/imports.ts';
import type { Db } from '#server/db/connect.ts';
import { FileAnswer, route, type Route } from '#server/http/Route.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { optionalIdempotencyKeyOf } from '#server/resources/idempotently.ts';
import type { RowBatch } from '#server/resources/export/Cell.ts';
import { importedFields, templateHeadings } from '#server/resources/import/ImportColumns.ts';
import { csvBytes } from '#server/resources/export/csvBytes.ts';
import { attachment, MEDIA_TYPES, titleNamed } from '#server/resources/export/fileName.ts';
import { xlsxBytes } from '#server/resources/export/xlsx/xlsxBytes.ts';
import type { Services } from '#server/services.ts';
import { unreadable } from '#server/sheets/Sheet.ts';
import type { Module } from '../Module.ts';
import { createImportWorker } from './createImportWorker.ts';
import { importable } from './importable.ts';
import { deleteImport, placeOf } from './importRows.ts';
import { createImportChanges, createImportRuns } from './changeImports.ts';
import { createOwnImports } from './ownImports.ts';
import { uploadOnce } from './uploadImport.ts';

/** Import of files into stored resources. */
export const importsModule: Module = {
  nestedRoutes: importRoutes,
  workers: (services) => [createImportWorker(services)],
  maintain: forgetImports,
};

function importRoutes(services: Services): Route[] {
  const imports = createOwnImports(services);
  const changes = createImportChanges(services, imports);
  const runs = createImportRuns(services, imports);
  const { db, registry, translators, translateError, clock } = services;
  const actorIn = (session: Parameters<typeof actorOf>[0], request: Parameters<typeof actorOf>[1]) => ({
    ...actorOf(session, request),
    permissions: session.permissions,
  });

  /** A file of texts, which spreadsheet programs leave as they are. */
  function tableFile(
    batches: Parameters<typeof csvBytes>[0],
    { name, title, format }: { name: string; title: string; format: 'csv' | 'xlsx' },
  ): FileAnswer {
    const day = clock.now().toISOString().slice(0, 10);
    return new FileAnswer(Readable.from(format === 'csv' ? csvBytes(batches) : xlsxBytes(batches, title, 'text')), {
      'Content-Type': MEDIA_TYPES[format],
      'Content-Disposition': attachment({ name, title, day, format }),
      'Cache-Control': 'no-store',
    });
  }

  return [
    route(calls.uploadImport, async ({ session, query, request }) => {
      const bytes: unknown = request.body;
      const served = importable(services, query.resource, session);
      if (!Buffer.isBuffer(bytes)) throw unreadable('file_empty');
      const choices = { sheet: query.sheet, hiddenRows: query.hidden_rows, encoding: query.encoding };
      const actor = actorIn(session, request);
      const file = { bytes, name: query.name, choices, language: languageOf(request) };
      const body = { ...query, file: createHash('sha256').update(bytes).digest('base64url') };
      const call = { session, key: optionalIdempotencyKeyOf(request.headers), route: 'POST /imports', body };
      return db.patiently(async () => {
        const { id, isNew } = await uploadOnce(services, served, actor, file, call);
        return isNew ? changes.begin(session, actor, id) : imports.state(session, id);
      });
    }),

    route(calls.imports, async ({ session, query }) => ({
      items: await imports.list(session, query.resource),
    })),

    route(calls.importTemplate, async ({ session, query: { resource: name, format }, request }) => {
      const { resource } = importable(services, name, session);
      const language = languageOf(request);
      const translate = translators[language];
      const headings = templateHeadings(resource, importedFields(resource, session.permissions), translators, language);
      const title = translate('importedFile.template', {
        resource: titleNamed(registry, name, { language, translate }),
      });
      return tableFile(headerOf(headings), { name: `${name}-template`, title, format });
    }),

    route(calls.importOf, ({ session, params: { id } }) => imports.state(session, id)),

    route(calls.importRows, ({ session, params: { id }, query, request }) =>
      imports.rows(session, id, query, translateError(request)),
    ),

    route(calls.mapColumns, ({ session, params: { id }, body, request }) =>
      db.patiently(() => changes.map(session, actorIn(session, request), id, body.sources)),
    ),

    route(calls.mendRow, ({ session, params, body, request }) =>
      db.patiently(() => changes.mend(session, actorIn(session, request), params, body.cells, translateError(request))),
    ),

    route(calls.applyImport, ({ session, params: { id }, body }) => runs.apply(session, id, body.mode)),

    route(calls.undoImport, ({ session, params: { id } }) => runs.undo(session, id)),

    route(calls.removeImport, async ({ session, params: { id } }) => {
      await db.patiently(() => runs.remove(session, id));
      return null;
    }),

    route(calls.restOfImport, async ({ session, params: { id }, query: { format }, request }) => {
      const owned = await imports.own(session, id);
      const { found } = owned;
      const language = languageOf(request);
      const translate = translators[language];
      const title = titleNamed(registry, found.resource, { language, translate });
      async function* batches(): AsyncGenerator<RowBatch, void, undefined> {
        yield* headerOf([...found.columns.map(({ heading }) => heading), translate('importedFile.problems')]);
        for await (const rows of imports.rest(owned, translateError(request)))
          yield {
            kind: 'data',
            rows: rows.map(({ cells, problems }) => [...cells, Object.values(problems).flat().join(' ')]),
          };
      }
      return tableFile(batches(), { name: `${found.resource}-rest`, title, format });
    }),
  ];
}

async function* headerOf(headings: string[]): AsyncGenerator<RowBatch, void, undefined> {
  yield { kind: 'header', rows: [headings] };
}

/** An upload that is stored takes minutes at most. After this long, its process has ended. */
const INTERRUPTED_AFTER_HOURS = 1;

/** Deletes expired imports, and uploads whose process has ended. Runs hourly. */
async function forgetImports({ kysely }: Pick<Db, 'kysely'>, now: Date): Promise<void> {
  const expired = await kysely
    .selectFrom('imports')
    .where(({ or, and, eb }) =>
      or([
        and([eb('expires_at', '<=', now), eb('status', 'in', ['ready', 'done', 'undone'])]),
        and([eb('status', '=', 'uploading'), eb('created_at', '<', subHours(now, INTERRUPTED_AFTER_HOURS))]),
      ]),
    )
    .select(['merchant_id', 'id'])
    .execute();
  for (const one of expired) await deleteImport(kysely, placeOf(one));
}

import { Readable } from 'node:stream';
import { subHours } from 'date-fns/subHours';
import * as calls from '#shared/contract/imports.ts';
import type { Db } from '#server/db/connect.ts';
import { FileAnswer, route, type Route } from '#server/http/Route.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import type { RowBatch } from '#server/resources/export/Cell.ts';
import { csvBytes } from '#server/resources/export/csvBytes.ts';
import { attachment, MEDIA_TYPES, titleNamed } from '#server/resources/export/fileName.ts';
import { xlsxBytes } from '#server/resources/export/xlsx/xlsxBytes.ts';
import type { Services } from '#server/services.ts';
import { unreadable } from '#server/sheets/Sheet.ts';
import type { Module } from '../Module.ts';
import { createImportWorker } from './createImportWorker.ts';
import { importable } from './importable.ts';
import { deleteImport, placeOf } from './importRows.ts';
import { createImports } from './service.ts';
import { uploadImport } from './uploadImport.ts';

/** Import of files into stored resources. */
export const importsModule: Module = {
  nestedRoutes: importRoutes,
  workers: (services) => [createImportWorker(services)],
  maintain: forgetImports,
};

function importRoutes(services: Services): Route[] {
  const imports = createImports(services);
  const { db, registry, translators, translateError, clock } = services;
  const actorIn = (session: Parameters<typeof actorOf>[0], request: Parameters<typeof actorOf>[1]) => ({
    ...actorOf(session, request),
    permissions: session.permissions,
  });

  return [
    route(calls.uploadImport, async ({ session, query, request }) => {
      const bytes: unknown = request.body;
      const served = importable(services, query.resource, session);
      if (!Buffer.isBuffer(bytes)) throw unreadable('file_empty');
      const choices = { sheet: query.sheet, hiddenRows: query.hidden_rows, encoding: query.encoding };
      const actor = actorIn(session, request);
      const file = { bytes, name: query.name, choices, language: languageOf(request) };
      return db.patiently(async () => imports.begin(session, actor, await uploadImport(services, served, actor, file)));
    }),

    route(calls.imports, async ({ session, query }) => ({
      items: await imports.list(session, query.resource),
    })),

    route(calls.importOf, ({ session, params: { id } }) => imports.state(session, id)),

    route(calls.importRows, ({ session, params: { id }, query, request }) =>
      imports.rows(session, id, query, translateError(request)),
    ),

    route(calls.mapColumns, ({ session, params: { id }, body, request }) =>
      db.patiently(() => imports.map(session, actorIn(session, request), id, body.sources)),
    ),

    route(calls.mendRow, ({ session, params, body, request }) =>
      db.patiently(() => imports.mend(session, actorIn(session, request), params, body.cells, translateError(request))),
    ),

    route(calls.applyImport, ({ session, params: { id }, body }) => imports.apply(session, id, body.mode)),

    route(calls.undoImport, ({ session, params: { id } }) => imports.undo(session, id)),

    route(calls.removeImport, async ({ session, params: { id } }) => {
      await db.patiently(() => imports.remove(session, id));
      return null;
    }),

    route(calls.restOfImport, async ({ session, params: { id }, query: { format }, request }) => {
      const { found } = await imports.own(session, id);
      const language = languageOf(request);
      const translate = translators[language];
      const title = titleNamed(registry, found.resource, { language, translate });
      async function* batches(): AsyncGenerator<RowBatch, void, undefined> {
        yield {
          kind: 'header',
          rows: [[...found.columns.map(({ heading }) => heading), translate('importing.problems')]],
        };
        for await (const rows of imports.rest(session, id, translateError(request)))
          yield {
            kind: 'data',
            rows: rows.map(({ cells, problems }) => [...cells, Object.values(problems).flat().join(' ')]),
          };
      }
      const day = clock.now().toISOString().slice(0, 10);
      return new FileAnswer(
        Readable.from(format === 'csv' ? csvBytes(batches()) : xlsxBytes(batches(), title, 'text')),
        {
          'Content-Type': MEDIA_TYPES[format],
          'Content-Disposition': attachment({ name: `${found.resource}-rest`, title, day, format }),
          'Cache-Control': 'no-store',
        },
      );
    }),
  ];
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

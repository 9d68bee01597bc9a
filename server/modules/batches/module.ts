import { buffer } from 'node:stream/consumers';
import * as calls from '#shared/contract/batches.ts';
import { BATCH_COLUMNS } from '#shared/contract/batchFile.ts';
import type { Translate } from '@merchant-console/declaration';
import type { Tx } from '#server/db/schema.ts';
import { FileAnswer, route, type Route } from '#server/http/Route.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { idempotencyKeyOf, onceForKey } from '#server/resources/idempotently.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import type { RowBatch } from '#server/resources/export/Cell.ts';
import { csvBytes } from '#server/resources/export/csvBytes.ts';
import { attachment, MEDIA_TYPES } from '#server/resources/export/fileName.ts';
import { xlsxBytes } from '#server/resources/export/xlsx/xlsxBytes.ts';
import { returningRecordFrom } from '#server/resources/plainRecord.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { SEARCH } from '../searchIndexes.ts';
import { unreadable } from '#server/sheets/Sheet.ts';
import { columnNames, templateLabel } from './rules/columnNames.ts';
import { removeInterruptedUploads } from './storeUpload.ts';
import { quoteSubmission } from './submissionQuote.ts';
import { uploadBatch } from './uploadBatch.ts';
import { batchState } from './views/batchState.ts';
import { itemPage, oneItem } from './views/itemPage.ts';

export const batchesModule: Module = {
  nestedRoutes: batchRoutes,
  maintain: removeInterruptedUploads,

  // The other calls of a batch are nested routes.
  resources: async ({ db, batches }) => {
    const onOne = returningRecordFrom('v_batch_transfers');
    return {
      batch_transfers: {
        source: await viewSource(db, 'v_batch_transfers', SEARCH.batch_transfers),
        actions: {
          discard: onOne((tx, { actor, id }) => batches.discard(tx, actor, id)),
          recheck: onOne((tx, { actor, id }) => batches.recheck(tx, actor, id)),
        },
        preparations: { recheck: ({ actor, id }) => batches.prepareRecheck(db, actor, id) },
      },
      batch_transfer_items: { source: await viewSource(db, 'v_batch_transfer_items', SEARCH.batch_transfer_items) },
    };
  },
};

/** Calls of batches that aren't declared. */
function batchRoutes(services: Services): Route[] {
  return [...fileRoutes(services), ...draftRoutes(services), repeatRoute(services), ...submitRoutes(services)];
}

function fileRoutes({ db, clock, cipher, translators }: Services): Route[] {
  const names = columnNames(Object.values(translators));
  return [
    route(calls.batchTemplateCall, ({ query, request }) =>
      templateFile(query.format, translators[languageOf(request)], clock.now().toISOString().slice(0, 10)),
    ),
    route(calls.uploadBatchCall, async ({ session, query, request }) => {
      const bytes: unknown = request.body;
      if (!Buffer.isBuffer(bytes)) throw unreadable('file_empty');
      const translate = translators[languageOf(request)];
      const choices = { sheet: query.sheet, hiddenRows: query.hidden_rows, encoding: query.encoding };
      const file = { bytes, name: query.name, channelId: query.channel_id, choices, translate };
      // A statement with thousands of rows may exceed the limits of requests.
      const id = await db.patiently(() => uploadBatch({ db, clock, cipher, names }, actorOf(session, request), file));
      return batchState(db.kysely, session, id, clock.now());
    }),
  ];
}

function draftRoutes({ db, clock, translators, batches }: Services): Route[] {
  return [
    route(calls.batchItemsCall, async ({ session, params, query, request }) => {
      const { merchantId } = session;
      const batch = await batchState(db.kysely, session, params.id, clock.now());
      const translate = translators[languageOf(request)];
      const page = await itemPage(db.kysely, { merchantId, batchId: batch.id, ...query }, translate);
      return { batch, ...page };
    }),
    route(calls.repairItemCall, async ({ session, params: { id }, body, request }) =>
      db.transaction(async (tx) => {
        const batchId = await batches.repair(tx, actorOf(session, request), id, {
          cells: body.cells,
          acceptsCard: body.accept_card,
        });
        const batch = await batchState(tx, session, batchId, clock.now());
        const translate = translators[languageOf(request)];
        const item = await oneItem(tx, { merchantId: session.merchantId, batchId, id }, translate);
        return { batch, item };
      }),
    ),
    route(calls.acceptCardsCall, async ({ session, params: { id }, body, request }) =>
      db.patiently(() =>
        db.transaction(async (tx) => {
          await batches.acceptAllCards(tx, actorOf(session, request), id, body.revision);
          return batchState(tx, session, id, clock.now());
        }),
      ),
    ),
    route(calls.removeItemCall, async ({ session, params, request }) =>
      db.transaction(async (tx) => {
        const batchId = await batches.removeItem(tx, actorOf(session, request), params.id);
        return batchState(tx, session, batchId, clock.now());
      }),
    ),
  ];
}

/** Asks for no payment password, because the draft that it creates pays nothing. */
function repeatRoute(services: Services): Route {
  const { db, clock, batches } = services;
  return route(calls.repeatFailedCall, async ({ session, params: { id }, request }) => {
    const key = idempotencyKeyOf(request.headers);
    const call = { session, key, route: `POST /batch-transfers/repeat-failed ${id}`, body: {} };
    const actor = actorOf(session, request);
    let draftId: string | null = null;
    const prepare = async () => {
      draftId = await batches.prepareRepeat(db, actor, id);
    };
    const repeat = async (tx: Tx) => {
      const { batch, leftOut } = await batches.repeatFailed(tx, actor, id, draftId);
      return { ...(await batchState(tx, session, batch.id, clock.now())), left_out_count: leftOut };
    };
    return db.patiently(() => onceForKey(services, call, calls.repeatFailedCall.data, repeat, prepare));
  });
}

function submitRoutes(services: Services): Route[] {
  const { db, clock, batches, payPasswords } = services;
  return [
    route(calls.submissionQuote, ({ session, params, request }) =>
      db.transaction((tx) => quoteSubmission(tx, actorOf(session, request), params.id, clock.now())),
    ),
    // Like a declared action with a payment password, but with the batch's revision.
    route(calls.submitBatchCall, async ({ session, params: { id }, body, request }) => {
      const key = idempotencyKeyOf(request.headers);
      await payPasswords.check(session.accountId, session.userId, body.pay_password);
      const call = { session, key, route: `POST /batch-transfers/submit ${id}`, body };
      const submit = async (tx: Tx) => {
        await batches.submit(tx, actorOf(session, request), id, body.revision);
        return batchState(tx, session, id, clock.now());
      };
      return db.patiently(() => onceForKey(services, call, calls.batchStateSchema, submit));
    }),
  ];
}

/**
 * A file with the header only. No example row, because someone would pay it. All columns are text, so that Excel
 * neither rounds card numbers nor drops their leading zeros.
 */
async function templateFile(format: 'csv' | 'xlsx', translate: Translate, day: string): Promise<FileAnswer> {
  const title = translate('batch.template_name');
  const bytes = format === 'csv' ? csvBytes(header(translate)) : xlsxBytes(header(translate), title, 'text');
  return new FileAnswer(await buffer(bytes), {
    'Content-Type': MEDIA_TYPES[format],
    'Content-Disposition': attachment({ name: 'batch-template', title, day, format }),
  });
}

async function* header(translate: Translate): AsyncGenerator<RowBatch, void, undefined> {
  yield { kind: 'header', rows: [BATCH_COLUMNS.map((column) => templateLabel(translate, column))] };
}

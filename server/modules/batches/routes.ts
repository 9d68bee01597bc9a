import type { Transaction } from 'kysely';
import * as calls from '#shared/contract/batches.ts';
import type { Clock } from '#shared/clock.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { translatorOfRequest } from '#server/http/errorTexts.ts';
import { fileAnswerSchema } from '#server/http/FileAnswer.ts';
import { route, type Route } from '#server/http/Route.ts';
import type { Session } from '#server/http/session.ts';
import { bodyHash } from '#server/idempotency/bodyHash.ts';
import { idempotencyKeyOf } from '#server/idempotency/idempotencyKeyOf.ts';
import { idempotently } from '#server/idempotency/idempotently.ts';
import type { PayPasswords } from '#server/modules/payPasswords/service.ts';
import { actorOf } from '#server/resources/CallMeans.ts';
import { unreadable } from './reading/Sheet.ts';
import { columnNames } from './rules/columnNames.ts';
import type { Batches } from './service.ts';
import { templateFile } from './templateFile.ts';
import { uploadBatch } from './uploadBatch.ts';
import { batchState, type Viewer } from './views/batchState.ts';
import { itemPage, oneItem } from './views/itemPage.ts';

export interface BatchRoutesMeans {
  db: Db;
  clock: Clock;
  cipher: Cipher;
  translators: Record<Language, Translate>;
  batches: Batches;
  payPasswords: PayPasswords;
}

const viewerOf = ({ merchantId, userId, permissions }: Session): Viewer => ({ merchantId, userId, permissions });

/** The calls of batches that no declaration has. */
export function batchRoutes(means: BatchRoutesMeans): Route[] {
  return [...fileRoutes(means), ...draftRoutes(means), submitRoute(means)];
}

function fileRoutes({ db, clock, cipher, translators }: BatchRoutesMeans): Route[] {
  const translateFor = translatorOfRequest(translators);
  const names = columnNames(Object.values(translators));
  return [
    route(calls.batchTemplateCall(fileAnswerSchema), ({ query, request }) =>
      templateFile(query.format, translateFor(request), clock.now().toISOString().slice(0, 10)),
    ),
    route(calls.uploadBatchCall, async ({ session, query, request }) => {
      const bytes: unknown = request.body;
      if (!Buffer.isBuffer(bytes)) throw unreadable('file_empty');
      const file = { bytes, name: query.name, channelId: query.channel_id, translate: translateFor(request) };
      // Thousands of rows in one statement may take longer than a request's may.
      const id = await db.patiently(() => uploadBatch({ db, clock, cipher, names }, actorOf(session, request), file));
      return batchState(db.kysely, viewerOf(session), id);
    }),
  ];
}

function draftRoutes({ db, translators, batches }: BatchRoutesMeans): Route[] {
  const translateFor = translatorOfRequest(translators);
  return [
    route(calls.batchItemsCall, async ({ session, params, query, request }) => {
      const { merchantId } = session;
      const batch = await batchState(db.kysely, viewerOf(session), params.id);
      const page = await itemPage(db.kysely, { merchantId, batchId: batch.id, ...query }, translateFor(request));
      return { batch, ...page };
    }),
    route(calls.repairItemCall, async ({ session, params: { id }, body, request }) =>
      db.transaction(async (tx) => {
        const batchId = await batches.repair(tx, actorOf(session, request), id, {
          ...{ cells: body.cells, acceptsCard: body.accept_card },
        });
        const batch = await batchState(tx, viewerOf(session), batchId);
        const item = await oneItem(tx, { merchantId: session.merchantId, batchId, id }, translateFor(request));
        return { batch, item };
      }),
    ),
    route(calls.acceptCardsCall, async ({ session, params: { id }, body, request }) =>
      db.transaction(async (tx) => {
        await batches.acceptAllCards(tx, actorOf(session, request), id, body.revision);
        return batchState(tx, viewerOf(session), id);
      }),
    ),
    route(calls.removeItemCall, async ({ session, params, request }) =>
      db.transaction(async (tx) => {
        const batchId = await batches.removeItem(tx, actorOf(session, request), params.id);
        return batchState(tx, viewerOf(session), batchId);
      }),
    ),
  ];
}

/** As a declared action with a payment password, but that it says which state of the batch is meant. */
function submitRoute({ db, clock, cipher, batches, payPasswords }: BatchRoutesMeans): Route {
  return route(calls.submitBatchCall, async ({ session, params: { id }, body, request }) => {
    const { merchantId, userId } = session;
    const key = idempotencyKeyOf(request.headers);
    await payPasswords.check(merchantId, userId, body.pay_password);
    const name = `POST /batch-transfers/submit ${id}`;
    const call = { merchantId, userId, route: name, key, bodyHash: bodyHash(cipher, body) };
    const submit = async (tx: Transaction<Database>) => {
      await batches.submit(tx, actorOf(session, request), id, body.revision);
      return batchState(tx, viewerOf(session), id);
    };
    return db.patiently(() => idempotently({ db, clock }, call, calls.batchStateSchema, submit));
  });
}

import { statement, statementExport } from '#shared/contract/statements.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { fileAnswerSchema } from '#server/http/Route.ts';
import { translatorOfRequest } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { currencyDataOf } from '#server/resources/export/createExporter.ts';
import type { Module } from '../Module.ts';
import { createStatements } from './service.ts';
import { statementFile } from './statementFile.ts';

export const statementsModule: Module = {
  routes(router, { db, clock, translators }) {
    const statements = createStatements({ db, clock });
    const translateFor = translatorOfRequest(translators);
    router.signedIn(statement, ({ session: { merchantId }, query }) => statements.read(merchantId, query));
    router.signedIn(statementExport(fileAnswerSchema), async ({ session, query: { format, ...query }, request }) => {
      const actor = actorOf(session, request);
      const [read, own] = [await statements.read(session.merchantId, query), await currencyDataOf(db, actor)];
      const file = await statementFile(read, format, { translate: translateFor(request), own });
      // Before the first byte is sent, so that no export goes unrecorded.
      await db.transaction((tx) =>
        recordAudit(tx, {
          actor,
          action: 'statements.export',
          resource: 'statements',
          recordId: '',
          at: clock.now(),
          before: null,
          after: { format, ...read.period, currency: query.currency ?? '' },
        }),
      );
      return file;
    });
  },
};

import { statement, statementExport } from '#shared/contract/statements.ts';
import type { Clock } from '#shared/clock.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import type { Db } from '#server/db/connect.ts';
import { translatorOfRequest } from '#server/http/errorTexts.ts';
import { fileAnswerSchema } from '#server/http/FileAnswer.ts';
import type { Router } from '#server/http/router.ts';
import { actorOf } from '#server/resources/CallMeans.ts';
import { currencyDataOf } from '#server/resources/export/currencyDataOf.ts';
import type { Statements } from './service.ts';
import { statementFile } from './statementFile.ts';

export interface StatementRoutesMeans {
  db: Db;
  clock: Clock;
  translators: Record<Language, Translate>;
  statements: Statements;
}

export function statementRoutes(router: Router, { db, clock, translators, statements }: StatementRoutesMeans): void {
  const translateFor = translatorOfRequest(translators);
  router.signedIn(statement, ({ session: { merchantId }, query }) => statements.read(merchantId, query));
  router.signedIn(statementExport(fileAnswerSchema), async ({ session, query: { format, ...query }, request }) => {
    const actor = actorOf(session, request);
    const [read, own] = [await statements.read(session.merchantId, query), await currencyDataOf(db, actor)];
    const file = await statementFile(read, format, { translate: translateFor(request), own });
    // Before the first byte leaves, so that nothing leaves unrecorded.
    await db.transaction((tx) =>
      recordAudit(tx, {
        ...{ actor, action: 'statements.export', resource: 'statements', recordId: '', at: clock.now() },
        ...{ before: null, after: { format, ...read.period, currency: query.currency ?? '' } },
      }),
    );
    return file;
  });
}

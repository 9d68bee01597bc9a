import { statement, statementEntries, statementExport } from '#shared/contract/statements.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { currencyDataOf } from '#server/resources/export/createExporter.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { announceStatements } from './announceStatements.ts';
import { createPdfs, entriesFile, statementFile } from './statementFile.ts';
import { createStatements } from './service.ts';

export const statementsModule: Module = {
  routes(router, services) {
    const { db, clock, translators, streamFile } = services;
    const openPdf = createPdfs(services);
    const statements = createStatements({ db, clock });
    const recorded = auditOf({ db, clock });
    router.signedIn(statement, ({ session: { merchantId }, query }) => statements.read(merchantId, query));

    router.signedIn(statementExport, async ({ session, query: { format, ...query }, request }) => {
      const actor = actorOf(session, request);
      const language = languageOf(request);
      if (format === 'pdf') {
        return streamFile(actor.merchantId, async () => {
          const { statement: opened, file } = await openPdf(actor, language, query);
          await recorded(actor, 'statements.export', { format, ...opened.period, currency: query.currency });
          return file;
        });
      }
      const words = { translate: translators[language], own: await currencyDataOf(db, actor) };
      const read = await statements.read(actor.merchantId, query);
      const file = await statementFile(read, format, words);
      await recorded(actor, 'statements.export', { format, ...read.period, currency: query.currency });
      return file;
    });

    router.signedIn(statementEntries, async ({ session, query: { format, ...query }, request }) => {
      const actor = actorOf(session, request);
      const words = { translate: translators[languageOf(request)], own: await currencyDataOf(db, actor) };
      return streamFile(actor.merchantId, async () => {
        const read = await statements.readWithLines(actor.merchantId, query);
        await recorded(actor, 'statements.export_entries', { format, ...read.statement.period, currency: query.currency }); // prettier-ignore
        return entriesFile(db, read, format, words);
      });
    });
  },

  maintain: (db, now, { sendsMail }) => announceStatements(db, now, { byMail: sendsMail }),
};

interface Exported {
  format: string;
  from: string;
  to: string;
  currency: string | undefined;
}

/** Records an export. Call it before the first byte is sent, so that no export goes unrecorded. */
function auditOf({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  return (actor: Actor, action: string, { currency = '', ...exported }: Exported): Promise<void> =>
    db.transaction((tx) =>
      recordAudit(tx, { actor, action, recordId: '', after: { ...exported, currency }, at: clock.now() }),
    );
}

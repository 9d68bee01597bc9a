import { statement, statementEntries, statementExport } from '#shared/contract/statements.ts';
import { recordAudit } from '#server/audit/recordAudit.ts';
import { accountOf } from '#server/db/tenants.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import { currencyDataOf } from '#server/resources/export/createExporter.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { Services } from '#server/services.ts';
import type { Module } from '../Module.ts';
import { announceStatements } from './announceStatements.ts';
import { createStatements } from './service.ts';
import { entriesFile, pdfFile, statementFile } from './statementFile.ts';

export const statementsModule: Module = {
  routes(router, { db, clock, translators, streamFile }) {
    const statements = createStatements({ db, clock });
    const recorded = auditOf({ db, clock });
    router.signedIn(statement, ({ session: { merchantId }, query }) => statements.read(merchantId, query));

    router.signedIn(statementExport, async ({ session, query: { format, ...query }, request }) => {
      const actor = actorOf(session, request);
      const language = languageOf(request);
      const words = { language, translate: translators[language], own: await currencyDataOf(db, actor) };
      if (format === 'pdf') {
        return streamFile(actor.merchantId, async () => {
          const read = await statements.readWithLines(actor.merchantId, query);
          const userName = await userNameOf(db, actor);
          await recorded(actor, 'statements.export', { format, ...read.statement.period, currency: query.currency });
          return pdfFile(db, read, { ...words, userName });
        });
      }
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

  maintain: announceStatements,
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

/** The name of the user who requests a document, printed on it. */
async function userNameOf(db: Services['db'], { merchantId, userId }: Actor): Promise<string> {
  const { real_name, username } = await db.kysely
    .selectFrom('users')
    .where('merchant_id', '=', accountOf(merchantId))
    .where('id', '=', userId)
    .select(['real_name', 'username'])
    .executeTakeFirstOrThrow();
  return real_name ?? username;
}

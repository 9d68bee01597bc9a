import type { StatementQuery } from '#shared/contract/statements.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { accountOf, type UserKey } from '#server/db/tenants.ts';
import { currencyDataOf } from '#server/resources/export/createExporter.ts';
import type { Services } from '#server/services.ts';
import { createStatements } from './service.ts';
import { pdfFile } from './statementFile.ts';

/** Statements as PDF documents for a user, whose name and language they have. */
export function createPdfs({ db, clock, translators }: Pick<Services, 'db' | 'clock' | 'translators'>) {
  const statements = createStatements({ db, clock });

  /** The document is written while it is read. @throws errors of `readWithLines` */
  return async (user: UserKey, language: Language, query: StatementQuery) => {
    const own = await currencyDataOf(db, user);
    const read = await statements.readWithLines(user.merchantId, query);
    const words = { language, translate: translators[language], own, userName: await userNameOf(db, user) };
    const { merchant, period } = read.statement;
    return { merchant: merchant.name, period, file: pdfFile(db, read, words) };
  };
}

/** The name of the user who requests a document, printed on it. */
async function userNameOf(db: Services['db'], { merchantId, userId }: UserKey): Promise<string> {
  const { real_name, username } = await db.kysely
    .selectFrom('users')
    .where('merchant_id', '=', accountOf(merchantId))
    .where('id', '=', userId)
    .select(['real_name', 'username'])
    .executeTakeFirstOrThrow();
  return real_name ?? username;
}

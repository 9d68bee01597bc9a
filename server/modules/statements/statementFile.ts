import { buffer } from 'node:stream/consumers';
import {
  type CurrencyStatement,
  type EntryFormat,
  isTurnover,
  type Statement,
  type StatementFormat,
  type StatementSection,
  type StatementQuery,
} from '#shared/contract/statements.ts';
import type { CurrencyData, Translate } from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import type { Db } from '#server/db/connect.ts';
import { ValidationError } from '#server/errors.ts';
import { FileAnswer } from '#server/http/Route.ts';
import type { Cell, RowBatch } from '#server/resources/export/Cell.ts';
import { MAX_SHEET_ROWS, currencyDataOf } from '#server/resources/export/createExporter.ts';
import { csvBytes } from '#server/resources/export/csvBytes.ts';
import { attachment, MEDIA_TYPES } from '#server/resources/export/fileName.ts';
import { type OpenedFile, patiently } from '#server/resources/export/fileStreams.ts';
import { integerCell, moneyCell } from '#server/resources/export/numberCells.ts';
import { xlsxBytes } from '#server/resources/export/xlsx/xlsxBytes.ts';
import { accountOf, type UserKey } from '#server/db/tenants.ts';
import type { Services } from '#server/services.ts';
import { entryRows } from './entryRows.ts';
import { type StatementWithLines, createStatements } from './service.ts';
import { isNothing } from './statementOf.ts';
import { statementPdf } from './statementPdf.ts';

const AMOUNTS = ['gross', 'fee', 'net', 'available', 'frozen', 'total'] as const;

const EMPTY: readonly Cell[] = Array.from({ length: 4 + AMOUNTS.length }, () => '');

interface Deps {
  translate: Translate;
  /** The merchant's own currency, which determines the format of amounts. */
  own: CurrencyData;
}

/** A statement as a file in the format of exports, named after merchant and days. */
export async function statementFile(
  statement: Statement,
  format: EntryFormat,
  deps: Deps,
): Promise<FileAnswer<Buffer>> {
  const title = deps.translate('statement.title');
  const rows = statementRows(statement, deps);
  const bytes = await buffer(format === 'csv' ? csvBytes(rows) : xlsxBytes(rows, title));
  return new FileAnswer(bytes, headersOf(statement, { name: 'statement', title, format, isTest: deps.own.is_test }));
}

/** A statement with its ledger lines as a PDF document. */
function pdfFile(db: Db, read: StatementWithLines, deps: Parameters<typeof statementPdf>[1]): OpenedFile {
  const title = deps.translate('statement.title');
  return {
    bytes: patiently(db, statementPdf(read, deps)),
    headers: headersOf(read.statement, { name: 'statement', title, format: 'pdf', isTest: deps.own.is_test }),
  };
}

/** The ledger lines of a statement by account. @throws {ValidationError} if there are more rows than a sheet holds */
export function entriesFile(db: Db, read: StatementWithLines, format: EntryFormat, deps: Deps): OpenedFile {
  const title = deps.translate('statement.entries.title');
  const changes = [...read.lines.values()].reduce((sum, one) => sum + one.changes, 0);
  if (format === 'xlsx' && changes > MAX_SHEET_ROWS) {
    throw new ValidationError({ format: { key: 'export_too_large', args: { max: MAX_SHEET_ROWS, count: changes } } });
  }
  const rows = patiently(db, entryRows(read, deps));
  return {
    bytes: format === 'csv' ? csvBytes(rows) : xlsxBytes(rows, title),
    headers: {
      ...headersOf(read.statement, { name: 'entries', title, format, isTest: deps.own.is_test }),
      'X-Total-Rows': String(changes),
    },
  };
}

type NamedFile = Pick<Parameters<typeof attachment>[0], 'name' | 'title' | 'isTest'> & { format: StatementFormat };

/** Headers of a file that is named after merchant and days. */
function headersOf({ merchant, period }: Statement, { name, title, format, isTest }: NamedFile) {
  const number = merchant.merchant_no.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const day = period.from === period.to ? period.from : `${period.from}_${period.to}`;
  return {
    'Content-Type': format === 'pdf' ? 'application/pdf' : MEDIA_TYPES[format],
    'Content-Disposition': attachment({ name: `${name}-${number}`, title: `${title}-${number}`, day, format, isTest }),
    'Cache-Control': 'no-store',
  };
}

/** Rows of the file: the lines of each day, then those of the period. */
async function* statementRows(statement: Statement, deps: Deps): AsyncGenerator<RowBatch, void, undefined> {
  const { translate } = deps;
  const column = (name: string) => translate(`statement.${name}`);
  const day = `${column('day')} (${statement.time_zone})`;
  yield { kind: 'header', rows: [[column('currency'), day, column('item'), column('count'), ...AMOUNTS.map(column)]] };
  for (const one of statement.statements) {
    for (const section of one.days) {
      const when: Cell = { kind: 'time', text: section.day };
      yield { kind: 'data', rows: sectionRows(one, section, when, deps) };
    }
  }
  const { from, to } = statement.period;
  const when = from === to ? from : `${from} – ${to}`;
  yield { kind: 'total', rows: statement.statements.flatMap((one) => [[...EMPTY], ...totalRows(one, when, deps)]) };
}

function sectionRows(of: CurrencyStatement, section: StatementSection, when: Cell, deps: Deps): Cell[][] {
  const row = rowsOf(of, when, deps);
  return [
    row('opening', section.opening),
    ...section.lines.map(({ key, count, gross, fee, ...figures }) =>
      row(`lines.${key}`, { count, ...(isTurnover(key) && { gross, fee, net: figures.total }), ...figures }),
    ),
    ...(isNothing(section.difference) ? [] : [row('difference', section.difference)]),
    ...(section.missing === 0 ? [] : [row('missing', {}, { count: section.missing })]),
    row('closing', section.closing),
  ];
}

/** Lines of the period, its totals, and the wallet if it differs from the ledger. */
function totalRows(of: CurrencyStatement, when: Cell, deps: Deps): Cell[][] {
  const row = rowsOf(of, when, deps);
  const { whole, wallet } = of;
  return [
    ...sectionRows(of, whole, when, deps),
    row('credit', { total: whole.credit }),
    row('debit', { total: whole.debit }),
    row('fees_charged', { fee: whole.fees.charged }),
    row('fees_returned', { fee: whole.fees.returned }),
    row('activity', whole.activity),
    ...(wallet && !isNothing(wallet.difference) ? [row('wallet', wallet.balance)] : []),
  ];
}

/** Amounts in minor units, and a number of entries. */
type RowFigures = Partial<Record<(typeof AMOUNTS)[number], string>> & { count?: number };

/** Creates the rows of a currency. Their first text is `statement.<item>`. */
function rowsOf({ currency }: CurrencyStatement, when: Cell, { translate, own }: Deps) {
  return (item: string, { count, ...amounts }: RowFigures, args?: { count: number }): Cell[] => [
    currency,
    when,
    translate(`statement.${item}`, args),
    count === undefined ? '' : integerCell(count),
    ...AMOUNTS.map((name) => (amounts[name] === undefined ? '' : moneyCell(amounts[name], currency, null, own))),
  ];
}

/** Statements as PDF documents for a user, whose name and language they have. */
export function createPdfs({ db, clock, translators }: Pick<Services, 'db' | 'clock' | 'translators'>) {
  const statements = createStatements({ db, clock });

  /** The document is written while it is read. @throws errors of `readWithLines` */
  return async (user: UserKey, language: Language, query: StatementQuery) => {
    const own = await currencyDataOf(db, user);
    const read = await statements.readWithLines(user.merchantId, query);
    const words = { language, translate: translators[language], own, userName: await userNameOf(db, user) };
    return { statement: read.statement, own, file: pdfFile(db, read, words) };
  };
}

/** The name of the user who requests a document, printed on it. */
async function userNameOf(db: Services['db'], { merchantId, userId }: UserKey): Promise<string> {
  const { real_name, username } = await db.kysely
    .selectFrom('users')
    .where('merchant_id', '=', await accountOf(db.kysely, merchantId))
    .where('id', '=', userId)
    .select(['real_name', 'username'])
    .executeTakeFirstOrThrow();
  return real_name ?? username;
}

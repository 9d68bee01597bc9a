import type { CurrencyData } from '#shared/contract/session.ts';
import type { Statement, StatementFormat } from '#shared/contract/statements.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { FileAnswer } from '#server/http/FileAnswer.ts';
import { csvBytes } from '#server/resources/export/csvBytes.ts';
import { attachment } from '#server/resources/export/fileName.ts';
import { MEDIA_TYPES } from '#server/resources/export/mediaTypes.ts';
import { xlsxBytes } from '#server/resources/export/xlsx/xlsxBytes.ts';
import { statementRows } from './statementRows.ts';

interface Means {
  translate: Translate;
  own: CurrencyData;
}

/** A statement as a file of the form of all exports, named after merchant and days. */
export async function statementFile(statement: Statement, format: StatementFormat, means: Means): Promise<FileAnswer> {
  const { merchant, period } = statement;
  const title = means.translate('statement.title');
  const rows = statementRows(statement, means);
  const pieces: Buffer[] = [];
  for await (const piece of format === 'csv' ? csvBytes(rows) : xlsxBytes(rows, title)) pieces.push(piece);
  const number = merchant.merchant_no.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const day = period.from === period.to ? period.from : `${period.from}_${period.to}`;
  return new FileAnswer(Buffer.concat(pieces), {
    'Content-Type': MEDIA_TYPES[format],
    'Content-Disposition': attachment({ name: `statement-${number}`, title: `${title}-${number}`, day, format }),
    'Cache-Control': 'no-store',
  });
}

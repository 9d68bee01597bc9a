import { BATCH_COLUMNS } from '#shared/contract/batches.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { FileAnswer } from '#server/http/FileAnswer.ts';
import type { RowBatch } from '#server/resources/export/Cell.ts';
import { csvBytes } from '#server/resources/export/csvBytes.ts';
import { attachment } from '#server/resources/export/fileName.ts';
import { MEDIA_TYPES } from '#server/resources/export/mediaTypes.ts';
import { xlsxBytes } from '#server/resources/export/xlsx/xlsxBytes.ts';
import { templateLabel } from './rules/columnNames.ts';

/**
 * A file with nothing but the header. No example in it: that would be paid one day. Every column of the sheet is text, so
 * that Excel neither rounds card numbers nor cuts off their zeros.
 */
export async function templateFile(format: 'csv' | 'xlsx', translate: Translate, day: string): Promise<FileAnswer> {
  const title = translate('batch.template_name');
  const pieces: Buffer[] = [];
  const bytes = format === 'csv' ? csvBytes(header(translate)) : xlsxBytes(header(translate), title, 'text');
  for await (const piece of bytes) pieces.push(piece);
  return new FileAnswer(Buffer.concat(pieces), {
    'Content-Type': MEDIA_TYPES[format],
    'Content-Disposition': attachment({ name: 'batch-template', title, day, format }),
  });
}

async function* header(translate: Translate): AsyncGenerator<RowBatch, void, undefined> {
  yield { kind: 'header', rows: [BATCH_COLUMNS.map((column) => templateLabel(translate, column))] };
}

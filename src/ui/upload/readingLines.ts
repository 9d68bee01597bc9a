import type { Encoding } from '#shared/contract/sheetFile.ts';
import type { SheetReading, HiddenRows } from '#shared/contract/sheets.ts';
import { formatCount, type Translate } from '@merchant-console/declaration';

const ENCODINGS: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030',
  big5: 'Big5',
  shift_jis: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  'windows-1252': 'Windows-1252',
  'windows-1251': 'Windows-1251',
};

/** `Korean (EUC-KR)` */
export function encodingName(encoding: Encoding, translate: Translate): string {
  const name = ENCODINGS[encoding];
  return encoding === 'utf-8' ? name : `${translate(`upload.encodings.${encoding}`)} (${name})`;
}

/** A text with the number of hidden rows and their ranges: `3, 5–9, …`. */
export function countedLines(key: string, { count, lines }: HiddenRows, translate: Translate): string {
  const ranges = lines.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  const listed = lines.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const shown = [...ranges, ...(listed < count ? ['…'] : [])].join(', ');
  return translate(key, { smart_count: count, count: formatCount(count), lines: shown });
}

interface ReadingWords {
  translate: Translate;
  /** Prefix of the texts that name what the rows are. */
  subject: 'batch' | 'importing';
  labelOf(column: string): string;
}

/** Says what of a file wasn't read, and what its uploader chose, one line each. */
export function readingLines(reading: SheetReading, { translate, subject, labelOf }: ReadingWords): string[] {
  const { sheet, other_sheets, hidden_rows, hidden_columns, rows_above, encoding } = reading;
  const named = (wanted: boolean) => other_sheets.filter((one) => one.has_payments === wanted).map(({ name }) => name);
  const [unread, withRows] = [named(false), named(true)];
  const text = (key: string, args: Record<string, string | number>) => translate(`upload.reading.${key}`, args);
  const lines = [
    sheet !== null && other_sheets.length > 0 && translate(`${subject}.reading.sheet`, { sheet }),
    withRows.length > 0 && translate(`${subject}.reading.with_rows`, { sheets: withRows.join(', ') }),
    unread.length > 0 && text('other_sheets', { sheets: unread.join(', ') }),
    hidden_rows &&
      countedLines(
        hidden_rows.choice === 'include' ? 'upload.reading.included' : 'upload.reading.left_out',
        hidden_rows,
        translate,
      ),
    hidden_columns.length > 0 && text('hidden_columns', { columns: hidden_columns.map(labelOf).join(', ') }),
    rows_above > 0 && text('rows_above', { smart_count: rows_above, count: formatCount(rows_above) }),
    encoding !== null && text('encoding', { encoding: encodingName(encoding, translate) }),
  ];
  return lines.filter((line) => typeof line === 'string');
}

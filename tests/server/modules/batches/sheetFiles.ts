import type { BatchColumn } from '#shared/contract/batchFile.ts';
import { ValidationError } from '#server/errors.ts';
import { batchTable } from '#server/modules/batches/rules/columnNames.ts';
import type { SheetRow } from '#server/sheets/Sheet.ts';
import { readSheet } from '#server/sheets/readSheet.ts';

/** Headings of the tables below, as they are compared. */
export const COLUMNS = new Map<string, BatchColumn>([
  ['payeename', 'payee_name'],
  ['cardnumber', 'card_number'],
  ['bankname', 'bank_name'],
  ['amount', 'amount'],
  ['remark', 'remark'],
  ...['name', 'a', 'h', '姓名', '收款人'].map((name) => [name, 'payee_name'] as const),
  ...['b', '1', '金额'].map((name) => [name, 'remark'] as const),
]);

export async function rowsOf(bytes: Buffer): Promise<SheetRow[]> {
  const read = await readSheet(bytes, { table: batchTable(COLUMNS) });
  if ('choices' in read) throw new Error('must be chosen');
  return read.rows;
}

/** The key of a file's error message. */
export async function refusal(bytes: Buffer | Promise<Buffer>): Promise<string> {
  try {
    await rowsOf(await bytes);
    return 'none';
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.fields['file']?.key ?? '';
  }
}

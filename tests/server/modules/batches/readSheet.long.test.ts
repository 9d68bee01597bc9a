import { describe, expect, it } from 'vitest';
import { HEADER_ROW, lyingZip, workbook } from '#tests/support/workbook.ts';
import { refusal } from './sheetFiles.ts';

describe('a workbook', () => {
  it('is rejected if its unpacked size is excessive, whatever size it declares', async () => {
    const bomb = Buffer.alloc(30 * 1_048_576, ' ');
    expect(await refusal(workbook({ rows: bomb.toString() }))).toBe('batch_xlsx_too_large');
    expect(await refusal(lyingZip('_rels/.rels', 8 * 1_048_576, 100))).toBe('batch_xlsx_broken');
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`x${at}`, Buffer.alloc(0)]));
    expect(await refusal(workbook({ rows: HEADER_ROW, more: many }))).toBe('batch_xlsx_too_large');
  });
});

import type { SheetReading } from '#shared/contract/sheets.ts';
import type { Translate } from '@merchant-console/declaration';
import { readingLines } from '#console/ui/upload/readingLines.ts';

/** Says what of a payment file wasn't read, and what its uploader chose, one line each. */
export const batchReading = (reading: SheetReading, translate: Translate) =>
  readingLines(reading, { translate, subject: 'batch', labelOf: (column) => translate(`fields.${column}`) });

import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { MAX_FILTER_LENGTH } from './filters/filterLength.ts';
import { TextFilter } from './filters/TextFilter.tsx';

/** A text to look for, or null when there is nothing in it, too much, or a NUL, which no database text holds. */
export function readTextFilter(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const text = String(raw).trim();
  return text === '' || text.length > MAX_FILTER_LENGTH || text.includes('\0') ? null : text;
}

export const textType: FieldTypeDefinition<FieldOf<'text'>> = {
  align: 'left',
  format: plainText,
  readFilterValue: readTextFilter,
  FilterControl: TextFilter,
};

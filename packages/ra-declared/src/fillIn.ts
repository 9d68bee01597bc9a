import type { IdentifiedRecord } from './fields/FieldTypeDefinition.ts';
import { formatFieldAlone } from './fields/formatField.ts';
import type { FormatContext } from './ui/FormatContext.ts';
import { type Resource, placeholdersIn } from '@merchant-console/declaration';

/**
 * Fills in a declared text: each field of the record, such as `%{amount}`, with its unit, and further values. A field
 * that the user can't see is shown as a dash.
 *
 * @param words a text or its translation key
 * @param record null for a text about no single record
 */
export function fillIn(
  words: string,
  record: IdentifiedRecord | null,
  { fields }: Pick<Resource, 'fields'>,
  context: FormatContext,
  more: Record<string, string | number> = {},
): string {
  const unknown = Object.fromEntries(placeholdersIn(words).map((source) => [source, '—']));
  const shown = record
    ? Object.fromEntries(fields.map((field) => [field.source, formatFieldAlone(record, field, context)]))
    : {};
  return context.translate(words, { _: words, ...unknown, ...shown, ...more });
}

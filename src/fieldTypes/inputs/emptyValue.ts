import type { Field } from '#shared/declaration/fieldSchema.ts';

/** What a new record's field holds before anyone has touched it. */
export function emptyValue(field: Field): string | number | boolean | null {
  if ('default' in field && field.default !== undefined) return field.default;
  // A box that is not ticked says no, and a required field can't say nothing.
  return field.type === 'boolean' && field.required === true ? false : null;
}

import { isFileValue } from '#shared/declaration/fileValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { isMasked } from '#shared/declaration/resource.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { isInput, type FormMode, isSame } from '../form/formValues.ts';
import type { Draft } from './DraftStore.tsx';

/** The changed inputs of a form, or null if nothing changed. */
export function draftOf(
  fields: readonly Field[],
  mode: FormMode,
  values: FieldRecord,
  before: FieldRecord,
): Draft | null {
  const changed = fields.filter(
    (field) =>
      isInput(field, mode) &&
      isKept(field, values[field.source]) &&
      !isSame(values[field.source], before[field.source]),
  );
  if (changed.length === 0) return null;
  return { values: pick(changed, values), before: pick(changed, before) };
}

/** Fields of the current form that a draft restores. */
export function fieldsToRestore(
  fields: readonly Field[],
  mode: FormMode,
  { values }: Draft,
  current: FieldRecord,
): readonly Field[] {
  return fields.filter(
    (field) =>
      field.source in values && isInput(field, mode) && !isSame(values[field.source], current[field.source] ?? null),
  );
}

/** Restored fields that someone else has changed in the record since. */
export function fieldsChangedSince(
  restored: readonly Field[],
  { before }: Draft,
  current: FieldRecord,
): readonly Field[] {
  return restored.filter(({ source }) => !isSame(before[source] ?? null, current[source] ?? null));
}

/**
 * True if a value may be kept. Excludes secrets, values that the server encrypts, and files that aren't uploaded yet.
 */
function isKept(field: Field, value: unknown): boolean {
  const { type } = field;
  if (type === 'secret' || isMasked(field)) return false;
  return (type !== 'file' && type !== 'image') || value === null || isFileValue(value);
}

function pick(fields: readonly Field[], values: FieldRecord): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ source }) => [source, values[source]]));
}

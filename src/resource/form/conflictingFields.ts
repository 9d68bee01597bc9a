import type { Field } from '#shared/declaration/fieldSchema.ts';
import type { FieldRecord } from '#console/fields/FieldTypeDefinition.ts';
import { isSame } from './formValues.ts';

export interface FieldConflict {
  field: Field;
  /** What is in this form. */
  mine: unknown;
  /** What somebody else has saved meanwhile. */
  theirs: unknown;
  /** Whether this form has changed the field, too. */
  isMineChanged: boolean;
}

/** Fields that are not as they were when the form was opened, with what stands in the form and what is stored now. */
export function conflictingFields(
  fields: readonly Field[],
  before: FieldRecord,
  mine: FieldRecord,
  theirs: FieldRecord,
): FieldConflict[] {
  return fields
    .filter(({ source }) => !isSame(before[source] ?? null, theirs[source] ?? null))
    .map((field) => ({
      field,
      mine: mine[field.source] ?? null,
      theirs: theirs[field.source] ?? null,
      isMineChanged: !isSame(mine[field.source] ?? null, before[field.source] ?? null),
    }))
    .filter(({ mine: own, theirs: other }) => !isSame(own, other));
}

import type { FieldRecord, IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';

/** Two people have changed the same record. */
export interface Conflict {
  /** The record as it was when the form was opened. */
  before: IdentifiedRecord;
  /** As someone else has saved it since. */
  theirs: IdentifiedRecord;
  /** What was in the form when it was sent. */
  mine: FieldRecord;
}

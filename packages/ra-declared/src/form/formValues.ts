import {
  type Field,
  computedOf,
  withComputedValues,
  groupsIn,
  holds,
  isEmpty,
  acceptsValue,
  sequenceOf,
  type Resource,
  type FieldGroup,
} from '@merchant-console/declaration';
import type { FieldRecord } from '../fields/FieldTypeDefinition.ts';
import { emptyValue, isSame } from '../fields/inputs/useBoundField.ts';

/** Initial values of the form: the record's, or the defaults of a new one. */
export function initialValues(fields: readonly Field[], record: FieldRecord | null): Record<string, unknown> {
  const ofField = (field: Field) => {
    if (field.type === 'children' || field.type === 'group') return record?.[field.source] ?? [];
    return record === null ? emptyValue(field) : (record[field.source] ?? null);
  };
  return { ...record, ...Object.fromEntries(fields.map((field) => [field.source, ofField(field)])) };
}

/**
 * The record as it would be saved. Fields whose `when` doesn't hold are null, whatever their input. Computed fields are
 * computed from the others.
 */
export function recordOf(fields: readonly Field[], values: FieldRecord): FieldRecord {
  let record: FieldRecord = values;
  let hidden = '';
  // A hidden field may hide others in turn.
  for (let round = 0; round < fields.length; round += 1) {
    const gone = fields.filter(({ when }) => when !== undefined && !holds(when, record)).map(({ source }) => source);
    if (gone.join() === hidden) break;
    hidden = gone.join();
    record = { ...values, ...Object.fromEntries(gone.map((source) => [source, null])) };
  }
  return withComputedValues(fields, record);
}

/** True if a field is shown with the current values of the others. */
export function isShown({ when }: Field, record: FieldRecord): boolean {
  return when === undefined || holds(when, record);
}

/** Values to send, without lines: for a new record all that aren't null, for an existing one those that changed. */
export function valuesToSend(
  fields: readonly Field[],
  mode: FormMode,
  values: FieldRecord,
  before: FieldRecord | null,
): Record<string, unknown> {
  const record = recordOf(fields, values);
  const sent = fields
    .filter((field) => acceptsValue(field, mode) && field.type !== 'children')
    .map((field) => [field.source, heldValue(field, record)] as const)
    .filter(([source, value]) => (before === null ? value !== null : !isSame(value, before[source] ?? null)));
  return Object.fromEntries(sent);
}

/** A field's value in a form; null if it is empty. Inputs of groups have an empty list then. */
export function heldValue({ source, type }: Field, values: FieldRecord): unknown {
  const value = values[source] ?? null;
  return type === 'group' && isEmpty(value) ? null : value;
}

/** Names of a field's inputs: its source, and those of the values in its groups. The server names messages by them. */
export function inputsOf(field: Field, values: FieldRecord): string[] {
  const groups = field.type === 'group' ? groupsIn(values[field.source]) : [];
  const parts = field.type === 'group' ? field.fields : [];
  return [field.source, ...groups.flatMap((_, at) => parts.map(({ source }) => `${field.source}.${at}.${source}`))];
}

/** Changed values of inputs outside the declared form, such as react-admin inputs with another `source`. */
export function otherValues(
  fields: readonly Field[],
  values: FieldRecord,
  before: FieldRecord | null,
): Record<string, unknown> {
  const isOwn = (source: string) => fields.some((field) => field.source === source);
  return Object.fromEntries(
    Object.entries(values).filter(
      ([source, value]) => !isOwn(source) && !isSame(value ?? null, before?.[source] ?? null),
    ),
  );
}

export type FormMode = 'create' | 'edit';

/** The groups of a form in this mode, with their fields. Empty groups are left out. */
export function formGroups({ form }: Pick<Resource, 'form'>, mode: FormMode): FieldGroup[] {
  const otherMode = mode === 'create' ? form.editOnly : form.createOnly;
  const isThere = (field: Field) =>
    // Values that the server fills in don't exist before the record does. Of a number, the form says so.
    !otherMode.includes(field.source) &&
    (mode === 'edit' || acceptsValue(field, mode) || isComputed(field) || sequenceOf(field) !== null);
  return form.groups
    .map((group) => ({ ...group, fields: group.fields.filter(isThere) }))
    .filter(({ fields }) => fields.length > 0);
}

function isComputed(field: Field): boolean {
  return computedOf(field) !== undefined;
}

import { takesValue } from '#shared/declaration/checkValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { computedOf } from '#shared/declaration/fieldTraits.ts';
import type { FieldGroup, Resource } from '#shared/declaration/resource.ts';

export type FormMode = 'create' | 'edit';

/** The groups of a form with the fields that this user's form has in them; groups that have none are left out. */
export function formGroups({ form }: Pick<Resource, 'form'>, mode: FormMode): FieldGroup[] {
  const otherMode = mode === 'create' ? form.editOnly : form.createOnly;
  const isThere = (field: Field) =>
    // What the server fills in has nothing to show before the record is there.
    !otherMode.includes(field.source) && (mode === 'edit' || isInput(field, mode) || isComputed(field));
  return form.groups
    .map((group) => ({ ...group, fields: group.fields.filter(isThere) }))
    .filter(({ fields }) => fields.length > 0);
}

/** Whether a field of the form is written in it, and not only shown. */
export function isInput(field: Field, mode: FormMode): boolean {
  return takesValue(field, mode);
}

function isComputed(field: Field): boolean {
  return computedOf(field) !== undefined;
}

import type { Field } from '#shared/declaration/fieldSchema.ts';

/**
 * What every input is given. Its value lies in the form around it, under the field's source; the record that is edited is
 * that of react-admin's context.
 */
export interface FieldInputProps<F extends Field = Field> {
  field: F;
  label: string;
  mode: 'create' | 'edit';
  disabled: boolean;
}

import type { Field } from '@merchant-console/declaration';

/**
 * Props of every input. The value is in the surrounding form, under the field's source. The edited record is in
 * react-admin's context.
 */
export interface FieldInputProps<F extends Field = Field> {
  field: F;
  label: string;
  mode: 'create' | 'edit';
  disabled: boolean;
}

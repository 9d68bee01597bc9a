import type { Field } from '#shared/declaration/fieldSchema.ts';

/** What every input is given. Its value lies in the form around it, under the field's source. */
export interface FieldInputProps<F extends Field = Field> {
  field: F;
  label: string;
  mode: 'create' | 'edit';
  disabled: boolean;
  /** The record that is edited, for what must be fetched from it; null where there is none yet. */
  recordId: string | number | null;
}

import type { Field } from '#shared/declaration/fieldSchema.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { useFormatContext } from './FormatContext.ts';
import { customInputs } from '#console/components/customInputs.ts';
import { fieldInputOf } from './inputs/fieldInputs.ts';

interface FieldInputProps {
  field: Field;
  mode: 'create' | 'edit';
  disabled?: boolean;
  /** The record that is edited, for the files that it has. */
  recordId?: string | number | null;
}

/**
 * Lets a person write one field, in any form of react-hook-form or react-admin around it. The form's value under the
 * field's source is always the wire's (null for nothing), or an `Unreadable` that its check refuses.
 *
 * @example <FieldInput field={field} mode="create" />
 */
export function FieldInput({ field, mode, disabled = false, recordId = null }: FieldInputProps) {
  const label = fieldLabel(field, useFormatContext());
  const props = { label, mode, disabled, recordId };
  if (field.input !== undefined) {
    const CustomInput = customInputs[field.input];
    return <CustomInput field={field} {...props} />;
  }
  const Input = fieldInputOf(field);
  return <Input field={field} {...props} />;
}

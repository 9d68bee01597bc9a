import type { Field } from '#shared/declaration/fieldSchema.ts';
import { fieldLabel } from '#shared/format/fieldLabel.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { fieldInputOf } from './inputs/fieldInputs.ts';
import { useNamedComponents } from './NamedComponents.ts';

interface AnyFieldInputProps {
  field: Field;
  mode: 'create' | 'edit';
  disabled?: boolean;
}

/**
 * Lets a person write one field, in any form of react-hook-form or react-admin around it. The form's value under the
 * field's source is always the wire's (null for nothing), or an `Unreadable` that its check refuses.
 *
 * @example <FieldInput field={field} mode="create" />
 */
export function FieldInput({ field, mode, disabled = false }: AnyFieldInputProps) {
  const label = fieldLabel(field, useFormatContext());
  const { input: find } = useNamedComponents();
  const Input = (field.input === undefined ? undefined : find(field.input)) ?? fieldInputOf(field);
  return <Input {...{ field, label, mode, disabled }} />;
}

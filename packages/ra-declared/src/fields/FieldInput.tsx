import type { ComponentType } from 'react';
import { type Field, fieldLabel, type FieldOf, type FieldType } from '@merchant-console/declaration';
import { useFormatContext } from '../ui/FormatContext.ts';
import { lazy } from '../ui/loading/lazy.tsx';
import { useNamedComponents } from './NamedComponents.ts';
import { BooleanInput, EnumInput } from './choice/ChoiceInput.tsx';
import { DateInput, DatetimeInput } from './datetime/CalendarInput.tsx';
import type { FieldInputProps } from './inputs/FieldInputProps.ts';
import { FileInput } from './file/FileInput.tsx';
import { LongtextInput } from './text/LongtextInput.tsx';
import { JsonInput, SecretInput, TextInput } from './text/TextInput.tsx';
import { TextsInput } from './text/TextsInput.tsx';
import { DecimalInput, IntegerInput, MoneyInput, RateInput } from './number/NumberInput.tsx';
import { ReferenceInput } from './choice/ReferenceInput.tsx';
import { ReferencesInput } from './choice/ReferencesInput.tsx';

interface AnyFieldInputProps {
  field: Field;
  mode: 'create' | 'edit';
  disabled?: boolean;
}

/**
 * Input for one field inside a react-hook-form or react-admin form. The form holds the serialised value under the
 * field's source (null if empty), or an `Unreadable` that fails validation.
 *
 * @example <FieldInput field={field} mode="create" />
 */
export function FieldInput({ field, mode, disabled = false }: AnyFieldInputProps) {
  const label = fieldLabel(field, useFormatContext());
  const { input: find } = useNamedComponents();
  const Input = (field.input === undefined ? undefined : find(field.input)) ?? fieldInputOf(field);
  return <Input field={field} label={label} mode={mode} disabled={disabled} />;
}

const LateGroupInput = lazy(async () => (await import('./group/GroupInput.tsx')).GroupInput);

/**
 * Input of each field type. A missing type doesn't compile. Separate from `fieldTypes`, because lists need no inputs.
 */
const fieldInputs: { [T in FieldType]: ComponentType<FieldInputProps<FieldOf<T>>> } = {
  text: TextInput,
  longtext: LongtextInput,
  texts: TextsInput,
  group: (props) => <LateGroupInput {...props} Input={FieldInput} />,
  integer: IntegerInput,
  decimal: DecimalInput,
  money: MoneyInput,
  rate: RateInput,
  enum: EnumInput,
  boolean: BooleanInput,
  date: DateInput,
  datetime: DatetimeInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  // `FormFields` renders them with the form's own conditions.
  children: () => null,
  secret: SecretInput,
  file: FileInput,
  image: FileInput,
  json: JsonInput,
};

export function fieldInputOf<T extends FieldType>(
  field: FieldOf<T> & { type: T },
): ComponentType<FieldInputProps<FieldOf<T>>> {
  return fieldInputs[field.type];
}

import type { ComponentType } from 'react';
import type { FieldOf, FieldType } from '#shared/declaration/fieldSchema.ts';
import { BooleanInput, EnumInput } from './ChoiceInput.tsx';
import { DateInput, DatetimeInput } from './CalendarInput.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import { FileInput } from './FileInput.tsx';
import { JsonInput } from './JsonInput.tsx';
import { LongtextInput, SecretInput, TextInput } from './TextInput.tsx';
import { IntegerInput, MoneyInput, RateInput } from './NumberInput.tsx';
import { ReferenceInput } from './ReferenceInput.tsx';

/**
 * How each type is written: one that is missing here does not compile. Apart from what a type is otherwise, because a
 * list needs none of it.
 */
const fieldInputs: { [T in FieldType]: ComponentType<FieldInputProps<FieldOf<T>>> } = {
  text: TextInput,
  longtext: LongtextInput,
  integer: IntegerInput,
  money: MoneyInput,
  rate: RateInput,
  enum: EnumInput,
  boolean: BooleanInput,
  date: DateInput,
  datetime: DatetimeInput,
  reference: ReferenceInput,
  secret: SecretInput,
  file: FileInput,
  image: FileInput,
  json: JsonInput,
};

/** The input of the type of `field`. */
export function fieldInputOf<T extends FieldType>(
  field: FieldOf<T> & { type: T },
): ComponentType<FieldInputProps<FieldOf<T>>> {
  return fieldInputs[field.type];
}

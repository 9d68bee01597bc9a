import type { ComponentType } from 'react';
import type { FieldOf, FieldType } from '#shared/declaration/fieldSchema.ts';
import { BooleanInput, EnumInput } from '../choice/ChoiceInput.tsx';
import { DateInput, DatetimeInput } from '../datetime/CalendarInput.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import { FileInput } from '../file/FileInput.tsx';
import { JsonInput } from '../json/JsonInput.tsx';
import { LongtextInput, SecretInput, TextInput } from '../text/TextInput.tsx';
import { IntegerInput, MoneyInput, RateInput } from '../number/NumberInput.tsx';
import { ReferenceInput } from '../reference/ReferenceInput.tsx';

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

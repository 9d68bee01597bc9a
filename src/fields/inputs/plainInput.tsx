import type { ComponentType } from 'react';
import type { InputProps } from 'react-admin';
import type { FieldInputProps } from './FieldInputProps.ts';
import { useBelowInput, useFieldCheck } from './useBoundField.ts';

export type PlainInputProps = Pick<InputProps, 'source' | 'readOnly' | 'isRequired' | 'validate' | 'helperText'> & {
  label: string;
};

/** Gives an input written for react-admin what a declaration says of its field: label, help, and checks of its value. */
export function plainInput(Input: ComponentType<PlainInputProps>) {
  return function PlainInput({ field, label, disabled }: FieldInputProps) {
    const check = useFieldCheck(field);
    const help = useBelowInput(field, null).trim();
    return (
      <Input
        {...{ source: field.source, label }}
        // react-hook-form gives a disabled input no value, and all are while the form is saved.
        readOnly={disabled}
        isRequired={field.required === true}
        helperText={help || false}
        validate={(value: unknown) => check(value === '' ? null : value)}
      />
    );
  };
}

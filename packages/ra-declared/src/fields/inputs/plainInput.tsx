import type { ComponentType } from 'react';
import type { InputProps } from 'react-admin';
import type { FieldInputProps } from './FieldInputProps.ts';
import { useBelowInput, useFieldCheck } from './useBoundField.ts';

export type PlainInputProps = Pick<InputProps, 'source' | 'readOnly' | 'isRequired' | 'validate' | 'helperText'> & {
  label: string;
};

/** Adapts a react-admin input to a declared field: adds its label, help and validation. */
export function plainInput(Input: ComponentType<PlainInputProps>) {
  return function PlainInput({ field, label, disabled }: FieldInputProps) {
    const check = useFieldCheck(field);
    const help = useBelowInput(field, null).trim();
    return (
      <Input
        source={field.source}
        label={label}
        // react-hook-form gives disabled inputs no value, and all are disabled while the form is saved.
        readOnly={disabled}
        isRequired={field.required === true}
        helperText={help || false}
        validate={(value: unknown) => check(value === '' ? null : value)}
      />
    );
  };
}

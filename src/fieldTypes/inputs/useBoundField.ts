import { useController, useFormContext, useFormState } from 'react-hook-form';
import { checkValue, isShownMask } from '#shared/declaration/checkValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { useFormatContext } from '../FormatContext.ts';
import { emptyValue } from './emptyValue.ts';
import { problemText } from './problemText.ts';
import { Unreadable } from './Unreadable.ts';

/** A field's place in the form around it. Values are those of the wire, or an {@link Unreadable}. */
export interface BoundField {
  name: string;
  value: unknown;
  /** What the record held when the form was opened or last saved. */
  stored: unknown;
  change(value: unknown): void;
  blur(): void;
  /** Gets what is to be focused when the field is wrong. */
  ref(element: { focus?(): void } | null): void;
  /** What is wrong, in words. */
  problem: string | null;
}

/**
 * Connects an input with the value of `field` in react-hook-form's (and so react-admin's) form.
 *
 * @param prompt asks for the value when a required field is empty; by default the text of the field's own
 */
export function useBoundField(field: Field, prompt?: string): BoundField {
  const context = useFormatContext();
  const { getValues } = useFormContext();
  const { defaultValues } = useFormState();
  const stored: unknown = defaultValues?.[field.source];

  const check = (value: unknown): string | true => {
    if (value instanceof Unreadable) return context.translate(value.key, { _: value.key, ...value.args });
    if (isStored(field, stored, value)) return true;
    // Of a secret the server says only whether there is one.
    const problem = checkValue(field, field.type === 'secret' && value === false ? null : value);
    if (problem === null) return true;
    if (problem.key === 'required' && prompt !== undefined) return prompt;
    const currency: unknown = field.type === 'money' && field.currency !== undefined ? getValues(field.currency) : '';
    return problemText(problem, field, context, plainText(currency));
  };

  const { field: control, fieldState } = useController({
    name: field.source,
    defaultValue: emptyValue(field),
    rules: { validate: check },
  });
  const value: unknown = control.value;
  return {
    name: control.name,
    value,
    stored,
    change: control.onChange,
    blur: control.onBlur,
    ref: control.ref,
    problem: fieldState.error?.message ?? null,
  };
}

/** What stands for a value that the console was never given: the mask of a text, `true` for a secret. */
function isStored(field: Field, stored: unknown, value: unknown): boolean {
  return (field.type === 'secret' && value === true) || isShownMask(field, stored, value);
}

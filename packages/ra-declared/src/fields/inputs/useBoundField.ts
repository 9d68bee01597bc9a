import { useInput, useRecordContext } from 'react-admin';
import {
  checkValue,
  constantDefault,
  isShownMask,
  type Field,
  plainText,
  resolveLabel,
} from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useFormPart } from './formPart.ts';
import { problemText } from './problemText.ts';
import { useContext, useState } from 'react';
import { FormRulesContext } from './FormRules.ts';

/** A field's state in the surrounding form. Values are serialised, or an {@link Unreadable}. */
export interface BoundField {
  name: string;
  value: unknown;
  /** The record's value when the form was opened or last saved. */
  stored: unknown;
  change(value: unknown): void;
  blur(): void;
  /** Takes the element to focus if the field is invalid. */
  ref(element: { focus?(): void } | null): void;
  /** Error message, or null. */
  problem: string | null;
}

/**
 * Connects an input to the value of `field` in react-admin's form, with its `useInput`.
 *
 * @param prompt error message for an empty required field; defaults to the field's own text
 */
export function useBoundField(field: Field, prompt?: string): BoundField {
  const { stored, isLine } = useFormPart();
  const check = useFieldCheck(field, prompt);
  const record = useRecordContext();
  const { field: control, fieldState } = useInput({
    source: field.source,
    // A field missing from an existing record is empty, even if new records get a default. A new line has its defaults.
    defaultValue: record || isLine ? null : emptyValue(field),
    validate: check,
    format: (held: unknown) => held,
    // Boxed, because react-admin treats anything with a `target` as an event.
    parse: ({ boxed }: { boxed: unknown }) => boxed,
  });
  const value: unknown = control.value;
  return {
    name: control.name,
    value,
    stored: stored[field.source],
    change: (next) => control.onChange({ boxed: next }),
    blur: control.onBlur,
    ref: control.ref,
    problem: wordsOf(fieldState.error?.message),
  };
}

/** Returns the validator of `field`. It returns an error message, or undefined if the value is valid. */
export function useFieldCheck(field: Field, prompt?: string): (value: unknown) => string | undefined {
  const ruleMessage = useContext(FormRulesContext);
  const context = useFormatContext();
  const { stored, values } = useFormPart();
  return (value) => {
    if (value instanceof Unreadable) return context.translate(value.key, { _: value.key, ...value.args });
    const broken = () => ruleMessage(field.source, { ...values(), [field.source]: value });
    if (isStored(field, stored[field.source], value)) return broken();
    // For a secret, the server only returns whether there is a value.
    const problem = checkValue(field, field.type === 'secret' && value === false ? null : value);
    // A problem of a part is shown at the input of that part.
    if (problem === null || problem.path !== undefined) return broken();
    if (problem.key === 'required' && prompt !== undefined) return prompt;
    const currency = field.type === 'money' && field.currency !== undefined ? values()[field.currency] : '';
    return problemText(problem, field, context, plainText(currency));
  };
}

const RA_PREFIX = '@@react-admin@@';

/** Removes the marker by which react-admin tells validation messages from the server's. */
export function wordsOf(message: string | undefined): string | null {
  if (!message?.startsWith(RA_PREFIX)) return message ?? null;
  const words: unknown = JSON.parse(message.slice(RA_PREFIX.length));
  return String(words);
}

/**
 * True if the value stands for a stored one that the console never received: the mask of a text, or `true` for a
 * secret.
 */
function isStored(field: Field, stored: unknown, value: unknown): boolean {
  return (field.type === 'secret' && value === true) || isShownMask(field, stored, value);
}

/** Initial value of a field in a new record: a constant. The server assigns numbers, for example. */
export function emptyValue(field: Field): string | number | boolean | null {
  const constant = constantDefault(field);
  if (constant !== undefined) return constant;
  // An unticked checkbox means no, and a required field can't be empty.
  return field.type === 'boolean' && field.required === true ? false : null;
}

/** Initial values of a new record, or of a part of one. */
export function emptyValues(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.source, emptyValue(field)]));
}

/** Text below an input: the problem, otherwise the declared help, otherwise the hint, otherwise a blank line. */
export function useBelowInput({ help }: Field, problem: string | null, hint = ''): string {
  const { language, translate } = useFormatContext();
  return problem ?? (help === undefined ? hint || ' ' : resolveLabel(help, language, translate));
}

/**
 * Stands in a form's values for input that isn't a valid value (yet). It keeps the text and the problem, and fails
 * every input's validation, so it is never sent.
 */
export class Unreadable {
  readonly typed: string;
  /** Translation key of the problem, or the message itself. */
  readonly key: string;
  readonly args: Record<string, string | number>;

  constructor(typed: string, key: string, args: Record<string, string | number> = {}) {
    this.typed = typed;
    this.key = key;
    this.args = args;
  }
}

interface Notation {
  read(text: string): unknown;
  show(value: unknown): string;
}

/**
 * Text of an input whose value isn't its text. The text stays as typed until the input is left. A value from elsewhere
 * (a reset, another user's version) replaces it.
 */
export function useTyped(value: unknown, change: (value: unknown) => void, { read, show }: Notation) {
  const [typed, setTyped] = useState(() => ({ text: show(value), value }));
  const isOurs = isSame(typed.value, value);
  const text = isOurs ? typed.text : show(value);
  if (!isOurs) setTyped({ text, value });
  return {
    text,
    type(next: string) {
      const meant = read(next);
      setTyped({ text: next, value: meant });
      change(meant);
    },
    /** Reformats a readable value in the console's notation. */
    tidy() {
      if (!(value instanceof Unreadable)) setTyped({ text: show(value), value });
    },
  };
}

/** True if two values are equal when serialised. */
export function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
}

import { useInput, useRecordContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { checkValue, isShownMask } from '#shared/declaration/checkValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { problemText } from './problemText.ts';
import { useState } from 'react';

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
 * Connects an input with the value of `field` in react-admin's form, by its `useInput`.
 *
 * @param prompt asks for the value when a required field is empty; by default the text of the field's own
 */
export function useBoundField(field: Field, prompt?: string): BoundField {
  const { defaultValues } = useFormState();
  const stored: unknown = defaultValues?.[field.source];
  const check = useFieldCheck(field, prompt);

  const { field: control, fieldState } = useInput({
    source: field.source,
    // A record that lacks the field has no value there, whatever a new one begins with.
    defaultValue: useRecordContext() ? null : emptyValue(field),
    validate: check,
    format: (held: unknown) => held,
    // In a box, because react-admin takes anything with a `target` for an event.
    parse: ({ boxed }: { boxed: unknown }) => boxed,
  });
  const value: unknown = control.value;
  return {
    name: control.name,
    value,
    stored,
    change: (next) => control.onChange({ boxed: next }),
    blur: control.onBlur,
    ref: control.ref,
    problem: wordsOf(fieldState.error?.message),
  };
}

/** What is wrong with a value of `field` in the form around it, in words; undefined if nothing is. */
export function useFieldCheck(field: Field, prompt?: string): (value: unknown) => string | undefined {
  const context = useFormatContext();
  const { getValues } = useFormContext();
  const { defaultValues } = useFormState();
  const stored: unknown = defaultValues?.[field.source];
  return (value) => {
    if (value instanceof Unreadable) return context.translate(value.key, { _: value.key, ...value.args });
    if (isStored(field, stored, value)) return undefined;
    // Of a secret the server says only whether there is one.
    const problem = checkValue(field, field.type === 'secret' && value === false ? null : value);
    if (problem === null) return undefined;
    if (problem.key === 'required' && prompt !== undefined) return prompt;
    const currency: unknown = field.type === 'money' && field.currency !== undefined ? getValues(field.currency) : '';
    return problemText(problem, field, context, plainText(currency));
  };
}

const RA_PREFIX = '@@react-admin@@';

/** react-admin marks what a check returns, to tell it from the server's words. */
function wordsOf(message: string | undefined): string | null {
  if (!message?.startsWith(RA_PREFIX)) return message ?? null;
  const words: unknown = JSON.parse(message.slice(RA_PREFIX.length));
  return String(words);
}

/** What stands for a value that the console was never given: the mask of a text, `true` for a secret. */
function isStored(field: Field, stored: unknown, value: unknown): boolean {
  return (field.type === 'secret' && value === true) || isShownMask(field, stored, value);
}

/** What a new record's field holds before anyone has touched it. */
export function emptyValue(field: Field): string | number | boolean | null {
  if ('default' in field && field.default !== undefined) return field.default;
  // A box that is not ticked says no, and a required field can't say nothing.
  return field.type === 'boolean' && field.required === true ? false : null;
}

/** What stands below an input: what is wrong, else the declared help, else a hint, else an empty line. */
export function useBelowInput({ help }: Field, problem: string | null, hint = ''): string {
  const { language, translate } = useFormatContext();
  return problem ?? (help === undefined ? hint || ' ' : resolveLabel(help, language, translate));
}

/**
 * Stands in a form's values for what a person has typed and what is no value (yet): it keeps the text, says what is
 * wrong, and is refused by every input's check, so that it is never sent.
 */
export class Unreadable {
  readonly typed: string;
  /** Translation key of what is wrong, or the words themselves. */
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
 * The text of an input whose value is not its text. It stays as it was typed until it is left; a value that comes from
 * elsewhere (a reset, the other one's version) replaces it.
 */
export function useTyped(value: unknown, change: (value: unknown) => void, { read, show }: Notation) {
  const [typed, setTyped] = useState(() => ({ text: show(value), value }));
  const isOurs = same(typed.value, value);
  const text = isOurs ? typed.text : show(value);
  if (!isOurs) setTyped({ text, value });
  return {
    text,
    type(next: string) {
      const meant = read(next);
      setTyped({ text: next, value: meant });
      change(meant);
    },
    /** Writes a readable value as the console writes such values. */
    tidy() {
      if (!(value instanceof Unreadable)) setTyped({ text: show(value), value });
    },
  };
}

function same(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
}

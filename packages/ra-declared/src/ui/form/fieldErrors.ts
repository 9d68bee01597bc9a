import { errorOf, fieldMessages, outcomeOf, WordedError } from '@merchant-console/ra-provider';
import { type Field, fieldLabel, type Translate, type Words } from '@merchant-console/declaration';
import { errorText } from '../FailureAlert.tsx';

interface FieldErrors {
  /** Messages for inputs of this form. */
  byField: [source: string, message: string][];
  /** The error that no input of the form can show, or null if the inputs show all of them. */
  rest: Error | null;
}

/** What users call a value: the label of its field, or its source if no field has it. */
type NameOf = (source: string) => string;

/** @param fields of the records that the call is about */
export function namesOf(fields: readonly Field[], words: Words): NameOf {
  return (source) => {
    const field = fields.find((one) => one.source === source);
    return field ? fieldLabel(field, words) : source;
  };
}

/**
 * Splits a rejection by the server into messages for the inputs in `sources` and the rest.
 * @param nameOf null if the rest's messages are clear without the names of their fields
 */
export function fieldErrors(
  error: Error,
  sources: readonly string[],
  nameOf: NameOf | null = (source) => source,
): FieldErrors {
  const texts = Object.entries(fieldMessages(error));
  const byInput = new Map<string, string>();
  const others: [string, string][] = [];
  for (const [source, message] of texts) {
    const input = inputFor(source, sources);
    if (input === null) others.push([source, message]);
    else byInput.set(input, [byInput.get(input), message].filter(Boolean).join(' '));
  }
  const byField = [...byInput];
  if (others.length === 0) return { byField, rest: byField.length > 0 ? null : error };
  const words = others.map(([source, message]) => (nameOf ? `${nameOf(source)}: ${message}` : message));
  return { byField, rest: new WordedError(words.join(' · ')) };
}

/** The input of a value, or of what the value is a part of: the line `lines.1` for `lines.1.tax`. Null if there is none. */
function inputFor(source: string, sources: readonly string[]): string | null {
  if (sources.includes(source)) return source;
  const end = source.lastIndexOf('.');
  return end === -1 ? null : inputFor(source.slice(0, end), sources);
}

/**
 * Converts a failed call to the errors that react-admin's `<Form>` takes from `onSubmit`: by source, and the rest under
 * `root.refused`, or `root.unknown` if the server may have executed the call.
 */
export function submissionErrors(
  failure: unknown,
  sources: readonly string[],
  translate: Translate,
  nameOf?: NameOf,
): Record<string, string> {
  const error = errorOf(failure);
  const { byField, rest } = fieldErrors(error, sources, nameOf);
  return {
    ...Object.fromEntries(byField),
    ...(rest && { [`root.${outcomeOf(error)}`]: errorText(rest, translate) }),
  };
}

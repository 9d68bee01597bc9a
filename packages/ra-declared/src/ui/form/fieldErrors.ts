import { errorOf, fieldMessages, outcomeOf, WordedError } from '@merchant-console/ra-provider';
import { type Field, fieldLabel, type Translate, type Words } from '@merchant-console/declaration';
import { errorText } from '../FailureAlert.tsx';

interface FieldErrors {
  /** Messages for inputs of this form. */
  byField: [source: string, message: string][];
  /** The error that no input of the form can show, or null if the inputs show all of them. */
  rest: Error | null;
}

/** A message about a value that no input shows, with the name of the value. */
type Labelled = (source: string, message: string) => string;

const bySource: Labelled = (source, message) => `${source}: ${message}`;

/** Names values by the labels of their fields. @param fields of the records that the call is about */
export function labelledBy(fields: readonly Field[], words: Words): Labelled {
  return (source, text) => {
    const field = fields.find((one) => one.source === source);
    return field ? words.translate('list.labelled', { label: fieldLabel(field, words), text }) : bySource(source, text);
  };
}

/**
 * Splits a rejection by the server into messages for the inputs in `sources` and the rest.
 * @param labelled null if the rest's messages are clear without the names of their fields
 */
export function fieldErrors(
  error: Error,
  sources: readonly string[],
  labelled: Labelled | null = bySource,
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
  const words = others.map(([source, message]) => (labelled ? labelled(source, message) : message));
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
  labelled?: Labelled,
): Record<string, string> {
  const error = errorOf(failure);
  const { byField, rest } = fieldErrors(error, sources, labelled);
  return {
    ...Object.fromEntries(byField),
    ...(rest && { [`root.${outcomeOf(error)}`]: errorText(rest, translate) }),
  };
}

import type { z } from 'zod';
import { MalformedError, NotFoundError, ValidationError, type Message } from '#server/errors.ts';
import { unstorableFields } from '#server/storable.ts';

type Part = 'params' | 'query' | 'body';

/**
 * Validates one part of a request. A part without a schema isn't read by the handler and not checked.
 *
 * @throws {ValidationError} if a body is invalid; names each field
 * @throws {MalformedError} if a query is invalid or a body isn't an object
 * @throws {NotFoundError} if path parameters are invalid
 */
export function parsePart<S extends z.ZodType>(part: Part, schema: S | undefined, value: unknown): z.output<S> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an absent schema is inferred as one of anything
  if (schema === undefined) return undefined as z.output<S>;
  // Without its input, an issue doesn't distinguish a value of a wrong type from a missing one.
  const result = schema.safeParse(value ?? {}, { reportInput: true });
  const isNoObject = result.error?.issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  if (part === 'body' && isNoObject) throw new MalformedError('body_no_object');
  const fields = result.success ? formatMessages(unstorableFields(result.data)) : messagesOf(result.error);
  if (result.success && Object.keys(fields).length === 0) return result.data;
  if (part === 'params') throw new NotFoundError();
  if (part === 'query') throw new MalformedError('query_invalid', { field: Object.keys(fields).join(', ') });
  throw new ValidationError(fields);
}

function formatMessages(fields: string[]): Record<string, Message> {
  return Object.fromEntries(fields.map((field) => [field, { key: 'invalid_format' }]));
}

/** The first message of each field, by its dotted path. */
function messagesOf(error: z.ZodError): Record<string, Message> {
  const fields: Record<string, Message> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        fields[[...issue.path, key].join('.')] ??= { key: 'unknown_field', args: { field: key } };
    } else {
      fields[issue.path.join('.')] ??= messageOf(issue);
    }
  }
  return fields;
}

function messageOf(issue: z.core.$ZodIssue): Message {
  // A schema's own message is a message key, such as `amount_as_text`. Zod's own are sentences.
  if (/^[a-z_]+$/.test(issue.message)) return { key: issue.message };
  const isMissing = issue.input === undefined || issue.input === null;
  switch (issue.code) {
    case 'invalid_type':
      return { key: isMissing ? 'required' : 'invalid_type' };
    // A choice, or one of several forms.
    case 'invalid_value':
    case 'invalid_union':
      return { key: isMissing ? 'required' : 'invalid_format' };
    case 'too_small':
      if (issue.origin !== 'string') return { key: 'too_small', args: { min: Number(issue.minimum) } };
      return issue.minimum === 1 ? { key: 'required' } : { key: 'too_short', args: { min: Number(issue.minimum) } };
    case 'too_big':
      return { key: issue.origin === 'string' ? 'too_long' : 'too_big', args: { max: Number(issue.maximum) } };
    default:
      return { key: 'invalid_format' };
  }
}

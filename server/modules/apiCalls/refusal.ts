import { z } from 'zod';
import { AppError, ValidationError } from '#server/errors.ts';
import type { Translate } from '@merchant-console/declaration';
import { storableText } from '#server/storable.ts';

/** Maximum length of a stored text and maximum number of stored fields, because the caller controls both. */
const LONGEST = 100;
const MOST_FIELDS = 10;

const argsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

export const refusalSchema = z.object({
  /** Translation key of the text, if it isn't the error's ID. */
  text: z.string().optional(),
  args: argsSchema,
  /** Problems of single parameters. */
  fields: z.array(z.object({ field: z.string(), key: z.string(), args: argsSchema })),
});
/** The parts of an error's text, besides its ID. */
export type Refusal = z.infer<typeof refusalSchema>;

/**
 * The ID of an error and its parts, as far as the log stores them.
 * @param requestId included in the text of an internal error
 * @param because a reason that the caller isn't told, or null
 */
export function refusalOf(
  error: unknown,
  requestId: string,
  because: Refusal['fields'][number] | null = null,
): { error: string; refusal: Refusal } {
  if (!(error instanceof AppError)) return { error: 'internal', refusal: { args: { requestId }, fields: [] } };
  const problems = error instanceof ValidationError ? Object.entries(error.fields).slice(0, MOST_FIELDS) : [];
  const fields = problems.map(([field, { key, args = {} }]) => ({ field: short(field), key, args: shortArgs(args) }));
  const shown = because ? [{ ...because, args: shortArgs(because.args) }] : fields;
  const { id, text } = error;
  const args = { requestId, ...shortArgs(error.args) };
  return { error: id, refusal: { args, fields: shown, ...(text !== id && { text }) } };
}

function shortArgs(args: Readonly<Record<string, string | number>>): Refusal['args'] {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? short(value) : value]),
  );
}

const short = (text: string) => storableText(text.slice(0, LONGEST));

/**
 * The reason as text; for a validation error, a line with the problem of each parameter.
 * @param errorText gets the ID of an error, like the response's message
 */
export function reasonInWords(
  { error, refusal }: { error: string; refusal: Refusal },
  errorText: (id: string, args: Refusal['args']) => string,
  translate: Translate,
): string {
  if (refusal.fields.length === 0) return errorText(refusal.text ?? error, refusal.args);
  return refusal.fields
    .map(({ field, key, args }) => translate('list.labelled', { label: field, text: errorText(key, args) }))
    .join('\n');
}

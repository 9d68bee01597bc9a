import { z } from 'zod';
import { storableText } from '#server/audit/auditJson.ts';
import { AppError, ValidationError } from '#server/errors.ts';

/** Longest stored text, and most stored fields: both come from the caller. */
const LONGEST = 100;
const MOST_FIELDS = 10;

const argsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

export const refusalSchema = z.object({
  args: argsSchema,
  /** Problems of single parameters. */
  fields: z.array(z.object({ field: z.string(), key: z.string(), args: argsSchema })),
});
/** What the text of an error is made of, besides its ID. */
export type Refusal = z.infer<typeof refusalSchema>;

/**
 * The ID of an error and its parts, as far as the log keeps them.
 * @param requestId named in the text of an internal error
 * @param because what the caller isn't told, or null
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
  return { error: error.id, refusal: { args: { requestId, ...shortArgs(error.args) }, fields: shown } };
}

function shortArgs(args: Readonly<Record<string, string | number>>): Refusal['args'] {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? short(value) : value]),
  );
}

const short = (text: string) => storableText(text.slice(0, LONGEST));

/**
 * The reason in words: of a validation error what is wrong with each parameter.
 * @param translate takes the ID of an error, as the answer's message does
 */
export function reasonInWords(
  { error, refusal }: { error: string; refusal: Refusal },
  translate: (id: string, args: Refusal['args']) => string,
): string {
  if (refusal.fields.length === 0) return translate(error, refusal.args);
  return refusal.fields.map(({ field, key, args }) => `${field}: ${translate(key, args)}`).join('\n');
}

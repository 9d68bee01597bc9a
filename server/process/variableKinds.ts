import { z } from 'zod';
import { urlProblem } from '#server/db/postgres/databaseHosts.ts';

/** Schemas of environment variables, whose messages say what is accepted. */

/** Accepts digits only: an exponent, a fraction or a unit is an error. */
export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error, abort: true })
    .transform(Number)
    .refine((number) => number >= least && number <= most, { error });
}

export function port() {
  return wholeNumber(0, 65_535);
}

export function ports() {
  const error = 'must be ports from 1 to 65535 with commas between them';
  return z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})*$/, { error, abort: true })
    .transform((text) => text.split(',').map(Number))
    .refine((list) => list.every((one) => one >= 1 && one <= 65_535), { error });
}

/** A text that `parse` reads; it returns null if it can't. */
export function parsed<T>(parse: (text: string) => T | null, error: string) {
  return z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
}

/** The URL of a PostgreSQL database, with one host or several. */
export function databaseUrl() {
  return z.string().superRefine((text, context) => {
    const problem = urlProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
}

export function flag() {
  return z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1');
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

export function hex(pattern: RegExp, form: string) {
  return z
    .string()
    .regex(pattern, { error: `must be ${form}` })
    .optional();
}

export function orList(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

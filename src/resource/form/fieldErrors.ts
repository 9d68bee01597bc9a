import { z } from 'zod';
import { ApiError } from '#console/api/ApiError.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';

interface FieldErrors {
  /** Messages for inputs of this form. */
  byField: [source: string, message: string][];
  /** What no input of the form can say; null when the inputs say it all. */
  rest: Error | null;
}

const bodySchema = z.object({ errors: z.record(z.string(), z.unknown()) });

/** Shares out the server's refusal among the inputs of a form. */
export function fieldErrors(error: Error, fields: readonly Field[]): FieldErrors {
  const errors = error instanceof ApiError ? bodySchema.safeParse(error.body).data?.errors : undefined;
  if (!errors) return { byField: [], rest: error };
  const { root: _, ...messages } = errors;
  const texts = Object.entries(messages).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const byField = texts.filter(([source]) => fields.some((field) => field.source === source));
  const others = texts.filter(([source]) => !byField.some(([known]) => known === source));
  if (others.length === 0) return { byField, rest: byField.length > 0 ? null : error };
  return { byField, rest: new Error(others.map(([source, message]) => `${source}: ${message}`).join(' · ')) };
}

import type { Action } from '#shared/declaration/action.ts';
import { checkValue } from '#shared/declaration/checkValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import type { Values } from '../RecordSource.ts';
import { canonicalValue } from './cleanValue.ts';

/** What the placeholders of an action's `set` stand for. */
export interface SetContext {
  /** The fields of the action's form, checked. */
  form: Values;
  userId: string;
  now: Date;
}

const FORM = /^\$form\.(.+)$/;

/**
 * The values that an action gives to fields: what is written in its `set`, with `$form.x`, `$now` and `$user` filled
 * in. They must fit the fields that they are given to, whatever the form let through.
 * @throws ValidationError naming the form's field, or else the field that is set
 */
export function setValues(set: NonNullable<Action['set']>, fields: readonly Field[], context: SetContext): Values {
  const errors: Record<string, Message> = {};
  const values: Record<string, unknown> = {};
  for (const [source, given] of Object.entries(set)) {
    const field = fields.find((one) => one.source === source);
    if (!field) continue; // the checker knows: such a file is not used
    const value = filledIn(field, given, context);
    const problem = checkValue(field, value);
    if (problem) errors[FORM.exec(String(given))?.[1] ?? source] = problem;
    values[source] = canonicalValue(field, value);
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return values;
}

function filledIn(field: Field, given: unknown, { form, userId, now }: SetContext): unknown {
  if (given === '$now') return field.type === 'date' ? now.toISOString().slice(0, 10) : now.toISOString();
  if (given === '$user') return userId;
  const fromForm = typeof given === 'string' ? FORM.exec(given)?.[1] : undefined;
  return fromForm === undefined ? given : (form[fromForm] ?? null);
}

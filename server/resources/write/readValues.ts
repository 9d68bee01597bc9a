import { isDeepStrictEqual } from 'node:util';
import { checkValue, isEmpty, takesValue } from '#shared/declaration/checkValue.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { computedOf } from '#shared/declaration/fieldTraits.ts';
import { holds } from '#shared/declaration/predicate.ts';
import { bareCardNumber } from '#shared/money/cardNumber.ts';
import { ValidationError, type Message } from '#server/errors.ts';
import type { Values } from '../RecordSource.ts';
import { withComputed } from '../withComputed.ts';

/** Given by the server. Who sends a whole record back sends these with it, and means nothing by it. */
const SERVERS_OWN = ['id', 'created_at', 'updated_at', 'revision'];

export interface Writing {
  /** All fields: they decide about defaults, and about what is shown when. */
  fields: readonly Field[];
  /** Those that the writer may see. */
  visible: readonly Field[];
  /** The whole record, also what the writer does not see: it decides what is shown. Null when a new one is made. */
  current: Values | null;
}

/**
 * What a body asks to be stored, checked by the declaration.
 *
 * - A value equal to the one that the writer is shown is no change, whatever its field: so a whole record can be sent
 *   back, with its computed, fixed and masked values.
 * - Any other value for a field that takes none is refused, and so is a field that the writer does not know.
 * - A field that is not shown for the record as it will be is stored without a value.
 * - A new record gets the defaults of the fields that the body does not name.
 * - An empty secret leaves the stored one as it is.
 *
 * @throws ValidationError naming every field that is wrong
 */
export function readValues(writing: Writing, body: Values): Values {
  const { fields, current } = writing;
  const errors: Record<string, Message> = {};
  const asked = askedFor(writing, body, errors);
  const values = hideUnshown(writing, { ...(current ? {} : defaultsFor(fields, body)), ...asked });
  const record = recordAfter(writing, values);
  for (const field of fields) {
    if (Object.hasOwn(errors, field.source) || !isShown(field, record)) continue;
    const problem = problemOf(writing, field, { values, record, body });
    // A writer who can't see the field could do nothing about a message beside it.
    const isHidden = !writing.visible.includes(field);
    if (problem) errors[isHidden ? '' : field.source] = isHidden ? { key: 'hidden_value_missing' } : problem;
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  const bySource = new Map(fields.map((field) => [field.source, field]));
  return Object.fromEntries(
    Object.entries(values).map(([source, value]) => {
      const field = bySource.get(source);
      return [source, field ? canonicalValue(field, value) : value];
    }),
  );
}

function askedFor({ fields, visible, current }: Writing, body: Values, errors: Record<string, Message>): Values {
  const mode = current ? 'edit' : 'create';
  const values: Record<string, unknown> = {};
  for (const [source, sent] of Object.entries(body)) {
    const field = visible.find((one) => one.source === source);
    const isHidden = !field && fields.some((one) => one.source === source);
    const value = field ? cleanValue(field, sent) : (sent ?? null);
    if (!isHidden && current && Object.hasOwn(current, source) && isDeepStrictEqual(value, current[source] ?? null))
      continue;
    const isWritable = field !== undefined && takesValue(field, mode);
    if (SERVERS_OWN.includes(source) && !isWritable) continue;
    if (!field) errors[source] = { key: 'unknown_field', args: { field: source } };
    else if (!isWritable && !(mode === 'create' && value === null)) errors[source] = { key: 'read_only' };
    else if (isWritable && !(mode === 'edit' && field.type === 'secret' && value === null)) values[source] = value;
  }
  return values;
}

function defaultsFor(fields: readonly Field[], body: Values): Values {
  const given = fields.filter((field) => 'default' in field && field.default !== undefined && !computedOf(field));
  return Object.fromEntries(
    given
      .filter(({ source, readOnly }) => readOnly === true || body[source] === undefined)
      .map((field) => [field.source, 'default' in field ? field.default : null]),
  );
}

/** Taking one value away can hide the next field, so it goes on until nothing is left to hide. */
function hideUnshown(writing: Writing, values: Values): Values {
  const record = recordAfter(writing, values);
  const mode = writing.current ? 'edit' : 'create';
  const left = writing.fields.filter(
    (field) => takesValue(field, mode) && !isShown(field, record) && !lacksValue(field, record),
  );
  if (left.length === 0) return values;
  return hideUnshown(writing, { ...values, ...Object.fromEntries(left.map(({ source }) => [source, null])) });
}

/** What is shown of a secret is whether there is one. */
function lacksValue({ type, source }: Field, record: Values): boolean {
  return isEmpty(record[source]) || (type === 'secret' && record[source] === false);
}

function recordAfter({ fields, current }: Writing, values: Values): Values {
  return withComputed({ fields }, { ...current, ...values });
}

function isShown({ when }: Field, record: Values): boolean {
  return when === undefined || holds(when, record);
}

interface After {
  values: Values;
  record: Values;
  body: Values;
}

/** An old record may lack what has become required since: only what is sent, or shown anew, is held to it. */
function problemOf({ current }: Writing, field: Field, { values, record, body }: After): Message | null {
  const { source } = field;
  if (Object.hasOwn(values, source)) return checkValue(field, values[source]);
  if (!field.required || !takesValue(field, current ? 'edit' : 'create')) return null;
  const isAsked = current === null || Object.hasOwn(body, source) || !isShown(field, current);
  return isAsked && lacksValue(field, record) ? { key: 'required' } : null;
}

/**
 * A value as it is kept: texts without blanks around them, an empty one as no value. A secret's blanks are part of it.
 * What is not of the field's type is left as it is, for the check to refuse.
 */
function cleanValue(field: Field, sent: unknown): unknown {
  if (sent === undefined || sent === '') return null;
  if (typeof sent === 'string' && (field.type === 'text' || field.type === 'longtext')) return sent.trim() || null;
  if (typeof sent === 'number' && field.type === 'reference') return String(sent);
  return sent;
}

/** A value that was found right, in the one form in which it is compared and stored: times in UTC, cards as digits. */
export function canonicalValue(field: Field, value: unknown): unknown {
  if (field.type === 'text' && field.format === 'card' && typeof value === 'string') return bareCardNumber(value);
  return field.type === 'datetime' && typeof value === 'string' ? new Date(value).toISOString() : value;
}

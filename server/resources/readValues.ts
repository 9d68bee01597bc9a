import { isDeepStrictEqual } from 'node:util';
import {
  brokenRules,
  checkValue,
  type Decide,
  isFixed,
  type Rule,
  rulesOf,
  isEmpty,
  acceptsValue,
  type Field,
  holds,
  bareCardNumber,
  computedOf,
  type FieldProblem,
  groupProblems,
  constantDefault,
  withComputedValues,
} from '@merchant-console/declaration';
import { isFileValue } from '@merchant-console/protocol';
import { type Message, ValidationError } from '#server/errors.ts';
import type { CallDeps } from './CallDeps.ts';
import { cleanValue } from './cleanValue.ts';
import type { Values } from './RecordSource.ts';
import type { Viewer } from './ResourceBackend.ts';
import { idsIn } from './stored/references.ts';

/** Set by the server; ignored in bodies, because callers may send whole records back. */
const SERVERS_OWN = ['id', 'created_at', 'updated_at', 'revision'];

interface Writing {
  /** All fields, because defaults and conditions depend on them. */
  fields: readonly Field[];
  /** Fields that the caller may see. */
  visible: readonly Field[];
  /** The whole record, including hidden fields, because conditions depend on them. Null for a new record. */
  current: Values | null;
  /** Values of a new record's fields that aren't sent. Default: the declared constants. */
  defaults?: Values;
  rules?: readonly Rule[];
  /** Decides conditions with words. Default: those on the record alone. */
  decide?: Decide;
}

/**
 * The values to store from a body, validated by the declaration.
 *
 * - A value equal to the one shown to the caller is no change, whatever its field. So a whole record can be sent back,
 * with computed, read-only and masked values.
 * - Any other value for a read-only or unknown field is rejected.
 * - A field whose `when` doesn't hold for the new record is stored empty.
 * - A field that is read-only under a condition is so by the record before the change, or by the defaults of a new one.
 * - A new record gets the defaults of fields missing in the body.
 * - An empty secret keeps the stored one.
 *
 * @throws {ValidationError} if values are invalid; names every field
 */
export function readValues(writing: Writing, body: Values): Values {
  const { fields, current } = writing;
  const errors: Record<string, Message> = {};
  const asked = askedFor(writing, body, errors);
  const values = hideUnshown(writing, { ...(current ? {} : defaultsFor(writing, body)), ...asked });
  const record = recordAfter(writing, values);
  for (const field of fields) {
    if (Object.hasOwn(errors, field.source) || !isShown(field, record)) continue;
    // A message beside a hidden field would be useless to the caller.
    const isHidden = !isVisible(writing, field.source);
    for (const { path, ...problem } of problemsOf(writing, field, { values, record, body })) {
      const place = path === undefined ? field.source : `${field.source}.${path}`;
      errors[isHidden ? '' : place] = isHidden ? { key: 'hidden_value_missing' } : problem;
    }
  }
  for (const { at, text } of brokenRules(rulesOf(writing), { before: current, after: record }, deciderOf(writing))) {
    if (Object.hasOwn(errors, at)) continue;
    const isHidden = !isVisible(writing, at);
    errors[isHidden ? '' : at] = isHidden ? { key: 'hidden_value_missing' } : ruleMessage(text);
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

/** The message of a broken rule, in the language of its reader. */
export function ruleMessage(text: Rule['text']): Message {
  return text === null ? { key: 'required' } : { key: 'rule', label: text };
}

function isVisible({ visible }: Writing, source: string): boolean {
  return visible.some((field) => field.source === source);
}

function deciderOf({ fields, decide }: Writing): Decide {
  return decide ?? ((predicate, record) => holds(predicate, record, fields));
}

function askedFor(writing: Writing, body: Values, errors: Record<string, Message>): Values {
  const { visible, current } = writing;
  const before = current ?? defaultsFor(writing, {});
  const values: Record<string, unknown> = {};
  for (const [source, sent] of Object.entries(body)) {
    const field = visible.find((one) => one.source === source);
    const value = field ? cleanValue(field, sent) : (sent ?? null);
    if (isUnchanged(writing, source, value)) continue;
    const isWritable = field !== undefined && mayWrite(writing, field, value, before);
    if (SERVERS_OWN.includes(source) && !isWritable) continue;
    if (!field) errors[source] = { key: 'unknown_field', args: { field: source } };
    else if (!isWritable) {
      if (current || value !== null) errors[source] = { key: 'read_only' };
    } else if (!current || field.type !== 'secret' || value !== null) values[source] = value;
  }
  return values;
}

/** True if the value is the one that the caller was shown. */
function isUnchanged({ fields, visible, current }: Writing, source: string, value: unknown): boolean {
  const isNamed = (field: Field) => field.source === source;
  const isHidden = fields.some(isNamed) && !visible.some(isNamed);
  if (!current || isHidden || !Object.hasOwn(current, source)) return false;
  return isDeepStrictEqual(value, current[source] ?? null);
}

/** @param before the record, or the defaults of a new one */
function mayWrite(writing: Writing, field: Field, value: unknown, before: Values): boolean {
  if (!acceptsValue(field, writing.current ? 'edit' : 'create')) return false;
  const isDefault = writing.current === null && isDeepStrictEqual(value, before[field.source] ?? null);
  return isDefault || !isFixed(field, before, deciderOf(writing));
}

function defaultsFor({ fields, defaults }: Writing, body: Values): Values {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const { source, readOnly } = field;
      const value = defaults && computedOf(field) === undefined ? defaults[source] : constantDefault(field);
      return value !== undefined && (readOnly === true || body[source] === undefined) ? [[source, value]] : [];
    }),
  );
}

/**
 * Values with null for the writable fields whose `when` doesn't hold once they are written. Repeats, because clearing
 * one value may hide another field.
 */
export function hideUnshown(writing: Pick<Writing, 'fields' | 'current'>, values: Values): Values {
  const record = recordAfter(writing, values);
  const mode = writing.current ? 'edit' : 'create';
  const left = writing.fields.filter(
    (field) => acceptsValue(field, mode) && !isShown(field, record) && !lacksValue(field, record),
  );
  if (left.length === 0) return values;
  return hideUnshown(writing, { ...values, ...Object.fromEntries(left.map(({ source }) => [source, null])) });
}

/** Of a secret, only its existence is shown. */
function lacksValue({ type, source }: Field, record: Values): boolean {
  return isEmpty(record[source]) || (type === 'secret' && record[source] === false);
}

function recordAfter({ fields, current }: Pick<Writing, 'fields' | 'current'>, values: Values): Values {
  return withComputedValues(fields, { ...current, ...values });
}

function isShown({ when }: Field, record: Values): boolean {
  return when === undefined || holds(when, record);
}

interface After {
  values: Values;
  record: Values;
  body: Values;
}

/** Only sent or newly shown values are validated, because an old record may lack what has become required. */
function problemsOf({ current }: Writing, field: Field, { values, record, body }: After): FieldProblem[] {
  const { source } = field;
  if (Object.hasOwn(values, source)) return problemsIn(field, values[source]);
  if (field.required !== true || !acceptsValue(field, current ? 'edit' : 'create')) return [];
  const isAsked = current === null || Object.hasOwn(body, source) || !isShown(field, current);
  return isAsked && lacksValue(field, record) ? [{ key: 'required' }] : [];
}

function problemsIn(field: Field, value: unknown): FieldProblem[] {
  if (field.type === 'group' && !isEmpty(value)) return groupProblems(field, value);
  return [checkValue(field, value) ?? []].flat();
}

/** The canonical form of a valid value for comparison and storage: times in UTC, card numbers as digits, colours in lower case. */
export function canonicalValue(field: Field, value: unknown): unknown {
  if (field.type === 'text' && field.format === 'card' && typeof value === 'string') return bareCardNumber(value);
  if (field.type === 'text' && field.format === 'color' && typeof value === 'string') return value.toLowerCase();
  return field.type === 'datetime' && typeof value === 'string' ? new Date(value).toISOString() : value;
}

/**
 * Checks that referenced files exist in the tenant, and records among those that the user may see. Takes a file's name, size and type from the server's
 * records.
 * @throws {ValidationError} if references are invalid; names each field
 */
export async function withKnownRecords(
  deps: Pick<CallDeps, 'backendOf' | 'files'>,
  viewer: Viewer,
  fields: readonly Field[],
  values: Values,
  current: Values | null = null,
): Promise<Values> {
  const { merchantId } = viewer;
  const known: Record<string, unknown> = { ...values };
  const errors: Record<string, Message> = {};
  for (const field of fields) {
    const value = values[field.source];
    if (field.type === 'reference' || field.type === 'references') {
      const backend = deps.backendOf(field.reference);
      const source = backend?.seenBy?.(viewer) ?? backend?.source;
      // A list may contain records that the user doesn't see, as long as someone else has put them there.
      const before = idsIn(current?.[field.source]);
      const added = idsIn(value).filter((id) => field.type === 'reference' || !before.includes(id));
      for (const id of added) {
        if (source && (await source.one(merchantId, id)) === undefined)
          errors[field.source] = { key: 'reference_not_found' };
      }
    } else if ((field.type === 'file' || field.type === 'image') && isFileValue(value)) {
      const stored = await deps.files.find(merchantId, value.id);
      const problem = stored ? checkValue(field, stored) : { key: 'file_unknown' };
      if (problem) errors[field.source] = problem;
      known[field.source] = stored;
    }
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return known;
}

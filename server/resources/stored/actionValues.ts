import {
  checkValue,
  type CreateStep,
  dayInZone,
  decimalText,
  decimalUnits,
  type Field,
  type Given,
  isEmpty,
  partsOfSet,
  readPlaceholder,
  type SetValue,
  wordValue,
} from '@merchant-console/declaration';
import { type Message, ValidationError } from '#server/errors.ts';
import { canonicalValue } from '../readValues.ts';
import type { Acting, Values, WireRecord } from '../RecordSource.ts';

/** What placeholders stand for in one execution of an action. */
export interface ActionScope extends Pick<Acting, 'form' | 'seen'> {
  /** Null for the server itself. */
  userId: string | null;
  now: Date;
  /** The tenant's calendar day, and its time zone. */
  today: string;
  zone: string;
}

/**
 * The values that an action sets in a record. They must be valid for their fields, whatever the form accepted. Those from
 * fields that the caller can't see are left out.
 * @param record as it is before
 * @throws {ValidationError} on the form's field, or on the set field if there is none
 */
export function valuesToSet(
  set: Readonly<Record<string, SetValue>>,
  fields: readonly Field[],
  scope: ActionScope,
  record: WireRecord,
): Values {
  const errors: Record<string, Message> = {};
  const values: Record<string, unknown> = {};
  for (const [source, wanted] of Object.entries(set)) {
    const field = fields.find((one) => one.source === source);
    const { how, given } = partsOfSet(wanted);
    if (!field || (how === 'first' && !isEmpty(record[source]))) continue;
    const value = givenValue(field, given, scope, record);
    if (value === undefined || (how === 'add' && value === null)) continue;
    const written = how === 'add' ? sumOf(field, record[source], value) : value;
    const problem = checkValue(field, written);
    const placeholder = readPlaceholder(given);
    if (problem) errors[placeholder?.kind === 'form' ? placeholder.source : source] = problem;
    values[source] = canonicalValue(field, written);
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return values;
}

/** The values given for a new record, without those from fields that the caller can't see. */
export function valuesToCreate(
  { values }: CreateStep,
  fields: readonly Field[],
  scope: ActionScope,
  record: WireRecord | null,
): Values {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = givenValue(field, values[field.source], scope, record);
      return value === undefined ? [] : [[field.source, value]];
    }),
  );
}

/**
 * The records that an action's values refer to, without those that depend on the record, so that they can be locked before
 * it.
 */
export function knownReferences(
  values: Readonly<Record<string, SetValue>>,
  fields: readonly Field[],
  scope: ActionScope,
): Values {
  const known = fields.flatMap((field): [string, unknown][] => {
    const wanted = values[field.source];
    if (wanted === undefined || (field.type !== 'reference' && field.type !== 'references')) return [];
    return [[field.source, givenValue(field, partsOfSet(wanted).given, scope, null)]];
  });
  return Object.fromEntries(known);
}

/** A value with its placeholder replaced; undefined if there is none, or the caller can't see it. */
function givenValue(
  field: Field,
  given: Given | undefined,
  { form, seen, userId, now, today, zone }: ActionScope,
  record: WireRecord | null,
): unknown {
  const placeholder = readPlaceholder(given);
  switch (placeholder?.kind) {
    case 'form':
      return form[placeholder.source];
    case 'record': {
      const { source } = placeholder;
      const isSeen = source === 'id' || !seen || seen.has(source);
      return record && isSeen ? (record[source] ?? null) : undefined;
    }
    case 'user':
      return userId;
    case 'now': {
      const moment = new Date(now.getTime() + placeholder.milliseconds);
      return field.type === 'date' ? dayInZone(moment, zone) : moment.toISOString();
    }
    case 'today':
      return wordValue(String(given), { userId: '', now, today });
    case undefined:
      return given;
  }
}

/** The exact sum, in the form of the field's values. An empty value counts as 0. */
function sumOf(field: Field, before: unknown, more: unknown): unknown {
  const [former, added] = [before, more].map((value) =>
    typeof value === 'string' || typeof value === 'number' ? value : 0,
  );
  switch (field.type) {
    case 'money':
      return (BigInt(former ?? 0) + BigInt(added ?? 0)).toString();
    case 'decimal': {
      const [one, other] = [former, added].map((value) => decimalUnits(String(value), field.scale));
      // Too many decimals, which the field doesn't accept either.
      return typeof one === 'bigint' && typeof other === 'bigint' ? decimalText(one + other, field.scale) : more;
    }
    default:
      return Number(former) + Number(added);
  }
}

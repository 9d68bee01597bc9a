import type { Field } from './fieldSchema.ts';
import { fieldsOf, type Predicate } from './predicate.ts';
import type { Label } from './texts/label.ts';

type Values = Readonly<Record<string, unknown>>;

/** A condition that a written record must meet. */
export interface Rule {
  /** Records that it applies to, or null for all. */
  when: Predicate | null;
  must: Predicate;
  /** The field that the message is shown at. */
  at: string;
  /** The message, or null for that of an empty required field. */
  text: Label | null;
}

/** Decides a condition for a record. */
export type Decide = (predicate: Predicate, record: Values) => boolean;

/** The rules of a form or a record: the declared ones, and those of fields that are required under a condition. */
export function rulesOf({ fields, rules = [] }: { fields: readonly Field[]; rules?: readonly Rule[] }): Rule[] {
  const required = fields.flatMap(({ source, required: condition, when }): Rule[] => {
    if (typeof condition !== 'object') return [];
    const applies = when === undefined ? condition : { all: [when, condition] };
    return [{ when: applies, must: { not: { field: source, empty: true } }, at: source, text: null }];
  });
  return [...required, ...rules];
}

/**
 * The rules that a write breaks. A rule that the record broke before doesn't prevent changes of fields that it doesn't
 * use, because it may be newer than the record.
 *
 * @param before null for a new record
 */
export function brokenRules(
  rules: readonly Rule[],
  { before, after }: { before: Values | null; after: Values },
  decide: Decide,
): Rule[] {
  const isBroken = ({ when, must }: Rule, record: Values) =>
    (when === null || decide(when, record)) && !decide(must, record);
  return rules.filter((rule) => {
    if (!isBroken(rule, after)) return false;
    if (before === null || !isBroken(rule, before)) return true;
    return [rule.must, ...(rule.when ? [rule.when] : [])]
      .flatMap((one) => fieldsOf(one))
      .some(({ source }) => JSON.stringify(before[source] ?? null) !== JSON.stringify(after[source] ?? null));
  });
}

/** True if users can't write the field of a record. @param before the record before the write; for a new one its defaults */
export function isFixed({ readOnly = false }: Field, before: Values, decide: Decide): boolean {
  return typeof readOnly === 'object' ? decide(readOnly, before) : readOnly;
}

const resolved = new WeakMap<Field, Map<string, Field>>();

/** The field with its conditions decided for a record. The same object for the same outcome. */
export function fieldFor(field: Field, { before, after }: { before: Values; after: Values }, decide: Decide): Field {
  const isConditional = typeof field.required === 'object' || typeof field.readOnly === 'object';
  if (!isConditional) return field;
  const readOnly = isFixed(field, before, decide);
  const required = typeof field.required === 'object' ? decide(field.required, after) : field.required === true;
  const key = `${readOnly} ${required}`;
  const known = resolved.get(field) ?? new Map<string, Field>();
  const found = known.get(key) ?? { ...field, readOnly, required };
  resolved.set(field, known.set(key, found));
  return found;
}

/** The conditions of fields and rules, which may have words. */
export function conditionsIn({
  fields,
  rules = [],
}: {
  fields: readonly Field[];
  rules?: readonly Rule[];
}): Predicate[] {
  const ofFields = fields.flatMap(({ required, readOnly }) =>
    [required, readOnly].flatMap((one) => (typeof one === 'object' ? [one] : [])),
  );
  return [...ofFields, ...rules.flatMap(({ when, must }) => [must, ...(when ? [when] : [])])];
}

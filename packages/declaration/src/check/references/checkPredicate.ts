import { isDay, isInstant } from '../../dayAndInstant.ts';
import type { Field, FieldType } from '../../fieldSchema.ts';
import type { Predicate } from '../../predicate.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { choiceFinding } from './checkFieldRules.ts';

type Comparison = Extract<Predicate, { field: string }>;
type Operator = 'eq' | 'ne' | 'in' | 'gt' | 'lt';

/** The fields of a predicate must be declared and able to have the values that they are compared with. */
export function checkPredicate(
  subject: Pick<Subject, 'fields' | 'undeclared'>,
  predicate: Predicate,
  path: Path,
): Finding[] {
  return comparisonsOf(predicate, path).flatMap(({ comparison, path: place }) => {
    const field = subject.fields.get(comparison.field);
    return field
      ? checkComparison(field, comparison, place)
      : subject.undeclared(comparison.field, [...place, 'field']);
  });
}

/** The comparisons in a predicate, each with its path. */
export function comparisonsOf(predicate: Predicate, path: Path): { comparison: Comparison; path: Path }[] {
  if ('all' in predicate) return predicate.all.flatMap((one, at) => comparisonsOf(one, [...path, 'all', at]));
  if ('any' in predicate) return predicate.any.flatMap((one, at) => comparisonsOf(one, [...path, 'any', at]));
  if ('not' in predicate) return comparisonsOf(predicate.not, [...path, 'not']);
  return [{ comparison: predicate, path }];
}

const ORDERED: readonly FieldType[] = ['text', 'longtext', 'integer', 'money', 'rate', 'date', 'datetime'];

function checkComparison(field: Field, comparison: Comparison, path: Path): Finding[] {
  const { source, type } = field;
  const operator = operatorOf(comparison);
  const isOrder = operator === 'gt' || operator === 'lt';
  if (isOrder && !ORDERED.includes(type)) {
    return [finding('R110', [...path, operator], { source, type, operator }, { at: 'key' })];
  }
  return valuesOf(comparison).flatMap((value, at) => {
    const place = operator === 'in' ? [...path, operator, at] : [...path, operator];
    return value === null ? [] : checkCompared(field, value, place);
  });
}

const OPERATORS: readonly Operator[] = ['eq', 'ne', 'in', 'gt', 'lt'];

function operatorOf(comparison: Comparison): Operator {
  return OPERATORS.find((operator) => operator in comparison) ?? 'eq';
}

/** The values that a field is compared with. */
export function valuesOf(comparison: Comparison): readonly unknown[] {
  if ('in' in comparison) return comparison.in;
  const { field: _, ...compared } = comparison;
  return Object.values(compared);
}

/** Whole numbers may be written as digits, like amounts. */
const isWhole = (value: unknown) => /^-?\d{1,19}$/.test(String(value)) && typeof value !== 'boolean';
const isText = (value: unknown) => typeof value === 'string';

/** Values that a field of each type can equal. For a secret, only its presence is known. */
const FITS: Record<FieldType, { kind: string; test(value: unknown): boolean }> = {
  text: { kind: 'text', test: isText },
  longtext: { kind: 'text', test: isText },
  integer: { kind: 'integer', test: isWhole },
  money: { kind: 'integer', test: isWhole },
  rate: { kind: 'integer', test: isWhole },
  enum: { kind: 'text', test: isText },
  boolean: { kind: 'boolean', test: (value) => typeof value === 'boolean' },
  date: { kind: 'day', test: isDay },
  datetime: { kind: 'instant', test: isInstant },
  reference: { kind: 'text', test: (value) => isText(value) || typeof value === 'number' },
  secret: { kind: 'boolean', test: (value) => typeof value === 'boolean' },
  file: { kind: 'null', test: () => false },
  image: { kind: 'null', test: () => false },
  json: { kind: 'null', test: () => false },
};

function checkCompared(field: Field, value: unknown, path: Path): Finding[] {
  const { source, type } = field;
  // The browser has the mask and the server the value, so their results would differ.
  if (type === 'text' && field.mask !== undefined) return [finding('R148', path, { source })];
  const { kind, test } = FITS[type];
  if (!test(value)) return [finding('R108', path, { source, expected: kind, value: JSON.stringify(value) })];
  const isChoice = field.type !== 'enum' || field.choices.some(({ id }) => id === value);
  return isChoice || field.type !== 'enum' ? [] : [choiceFinding(field, String(value), path)];
}

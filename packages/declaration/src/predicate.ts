import { readWord } from './predicateWords.ts';
import { decimalUnits, MAX_SCALE } from './decimal.ts';
import { plainText } from './texts/plainText.ts';

type Scalar = string | number | boolean | null;

/** A value to compare with: a constant, a word such as `$today` (see `Word`), or another field of the record. */
export type Operand = Scalar | { field: string };

/** A comparison of a field of the record. */
export type Comparison =
  | { field: string; eq: Operand }
  | { field: string; ne: Operand }
  /** One of several values, or of the set that a word such as `$user.team_members.team_id` stands for. */
  | { field: string; in: Operand[] | string }
  | { field: string; gt: Operand }
  | { field: string; gte: Operand }
  | { field: string; lt: Operand }
  | { field: string; lte: Operand }
  | { field: string; contains: Operand }
  | { field: string; empty: true };

/** A closed tree of comparisons, without expressions or evaluated code. */
export type Predicate =
  | Comparison
  /** True if the user has the permission. */
  | { permission: string }
  | { all: Predicate[] }
  | { any: Predicate[] }
  | { not: Predicate };

export type Operator = 'eq' | 'ne' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'empty';
type Order = 'gt' | 'gte' | 'lt' | 'lte';
export const ORDERS: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];

/** How values of a type are compared. `any`: only whether there is a value. */
export type ComparedKind = 'text' | 'id' | 'number' | 'boolean' | 'day' | 'instant' | 'any';

const KINDS = {
  text: 'text',
  longtext: 'text',
  enum: 'text',
  reference: 'id',
  integer: 'number',
  money: 'number',
  rate: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'day',
  datetime: 'instant',
  secret: 'boolean',
  file: 'any',
  image: 'any',
  json: 'any',
  references: 'any',
  texts: 'any',
  group: 'any',
  children: 'any',
} as const satisfies Record<string, ComparedKind>;

/** The part of a field that decides how it is compared. Not `Field`, whose schema contains predicates. */
export interface ComparedField {
  source: string;
  type: keyof typeof KINDS;
}

export function comparedKind({ type }: Pick<ComparedField, 'type'>): ComparedKind {
  return KINDS[type];
}

/** The operator of a comparison and what it compares with. */
export function readComparison(comparison: Comparison): { operator: Operator; operands: readonly Operand[] } {
  if ('eq' in comparison) return { operator: 'eq', operands: [comparison.eq] };
  if ('ne' in comparison) return { operator: 'ne', operands: [comparison.ne] };
  if ('in' in comparison) return { operator: 'in', operands: [comparison.in].flat() };
  if ('gt' in comparison) return { operator: 'gt', operands: [comparison.gt] };
  if ('gte' in comparison) return { operator: 'gte', operands: [comparison.gte] };
  if ('lt' in comparison) return { operator: 'lt', operands: [comparison.lt] };
  if ('lte' in comparison) return { operator: 'lte', operands: [comparison.lte] };
  if ('contains' in comparison) return { operator: 'contains', operands: [comparison.contains] };
  return { operator: 'empty', operands: [] };
}

/** The comparison with each operand replaced. */
export function mapOperands(comparison: Comparison, map: (operand: Operand) => Operand): Comparison {
  if ('eq' in comparison) return { ...comparison, eq: map(comparison.eq) };
  if ('ne' in comparison) return { ...comparison, ne: map(comparison.ne) };
  if ('in' in comparison)
    return Array.isArray(comparison.in) ? { ...comparison, in: comparison.in.map(map) } : comparison;
  if ('gt' in comparison) return { ...comparison, gt: map(comparison.gt) };
  if ('gte' in comparison) return { ...comparison, gte: map(comparison.gte) };
  if ('lt' in comparison) return { ...comparison, lt: map(comparison.lt) };
  if ('lte' in comparison) return { ...comparison, lte: map(comparison.lte) };
  if ('contains' in comparison) return { ...comparison, contains: map(comparison.contains) };
  return comparison;
}

/**
 * True if `predicate` holds for a record. Browser and server both decide by this function, and `predicateSql` agrees
 * with it.
 *
 * Values are compared by the type of the field; without `fields`, numbers as numbers and others as texts. Texts
 * compare by code point, times as instants. A field without a value (absent, null, '', or of another type) equals only
 * null and other fields without a value. It is neither greater nor less than anything, and contains nothing.
 *
 * @param fields the fields of the record
 * @throws {Error} if the predicate has words or permissions, which `inScope` replaces
 */
export function holds(
  predicate: Predicate,
  record: Readonly<Record<string, unknown>>,
  fields: readonly ComparedField[] = [],
): boolean {
  if ('all' in predicate) return predicate.all.every((one) => holds(one, record, fields));
  if ('any' in predicate) return predicate.any.some((one) => holds(one, record, fields));
  if ('not' in predicate) return !holds(predicate.not, record, fields);
  if ('permission' in predicate) throw new Error(`The permission ${predicate.permission} isn't decided`);
  const field = fields.find(({ source }) => source === predicate.field);
  const kind = field && comparedKind(field);
  const { operator, operands } = readComparison(predicate);
  const value = comparable(kind, record[predicate.field]);
  if (operator === 'empty') return value === null || (field?.type === 'secret' && value === false);
  const others = operands.map((operand) => {
    if (typeof operand === 'object' && operand !== null) return comparable(kind, record[operand.field]);
    if (typeof operand === 'string' && readWord(operand)) throw new Error(`The word ${operand} isn't replaced`);
    return comparable(kind, operand);
  });
  if (operator === 'ne') return !others.includes(value);
  if (operator === 'eq' || operator === 'in') return others.includes(value);
  const [other = null] = others;
  if (value === null || other === null) return false;
  if (operator === 'contains') return String(value).includes(String(other));
  return isInOrder(operator, compare(value, other));
}

function isInOrder(operator: Order, difference: number): boolean {
  switch (operator) {
    case 'gt':
      return difference > 0;
    case 'gte':
      return difference >= 0;
    case 'lt':
      return difference < 0;
    case 'lte':
      return difference <= 0;
  }
}

/** The fields that a predicate uses, with the path to each below the predicate. */
export function fieldsOf(
  predicate: Predicate,
  path: readonly (string | number)[] = [],
): { source: string; path: (string | number)[] }[] {
  return leavesOf(predicate, path).flatMap(({ leaf, path: place }) => {
    if ('permission' in leaf) return [];
    const { operator, operands } = readComparison(leaf);
    const others = operands.flatMap((operand, at) => {
      if (typeof operand !== 'object' || operand === null) return [];
      return [{ source: operand.field, path: [...place, operator, ...(operator === 'in' ? [at] : []), 'field'] }];
    });
    return [{ source: leaf.field, path: [...place, 'field'] }, ...others];
  });
}

/** The comparisons and permissions of a predicate, with the path to each. */
export function leavesOf(
  predicate: Predicate,
  path: readonly (string | number)[] = [],
): { leaf: Comparison | { permission: string }; path: (string | number)[] }[] {
  if ('all' in predicate) return predicate.all.flatMap((one, at) => leavesOf(one, [...path, 'all', at]));
  if ('any' in predicate) return predicate.any.flatMap((one, at) => leavesOf(one, [...path, 'any', at]));
  if ('not' in predicate) return leavesOf(predicate.not, [...path, 'not']);
  return [{ leaf: predicate, path: [...path] }];
}

type Comparable = string | bigint | number | boolean;

/** A value in the form in which it is compared; null if it has none of the kind. */
function comparable(kind: ComparedKind | undefined, value: unknown): Comparable | null {
  const text = plainText(value);
  if (text === '') return null;
  switch (kind) {
    case 'text':
    case 'id':
      return text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : null;
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
    case 'instant': {
      const time = Date.parse(text);
      return Number.isNaN(time) ? null : time;
    }
    case 'number':
      return numberOf(text);
    case 'any':
      return true;
    case undefined:
      return numberOf(text) ?? text;
  }
}

/** Whole and decimal numbers in the same units; null for other texts. */
function numberOf(text: string): bigint | null {
  return /^-?\d{1,30}(\.\d{1,9})?$/.test(text) ? decimalUnits(text, MAX_SCALE) : null;
}

/** Negative if `left` comes first, 0 if they are equal. Values of different types compare as texts. */
function compare(left: Comparable, right: Comparable): number {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left === right ? 0 : left > right ? 1 : -1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [one, other] = [Array.from(String(left)), Array.from(String(right))];
  for (const [at, character] of one.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (other[at]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

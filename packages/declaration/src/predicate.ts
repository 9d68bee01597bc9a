import { plainText } from './texts/plainText.ts';

type Scalar = string | number | boolean | null;

/** A closed tree of comparisons, without expressions or evaluated code. */
export type Predicate =
  | { field: string; eq: Scalar }
  | { field: string; ne: Scalar }
  | { field: string; in: Scalar[] }
  | { field: string; gt: string | number }
  | { field: string; lt: string | number }
  | { all: Predicate[] }
  | { any: Predicate[] }
  | { not: Predicate };

/**
 * True if `predicate` holds for a record. Browser and server both decide by this function.
 *
 * A field without a value (absent, null, '') equals only null, and is neither greater nor less than anything. Whole
 * numbers of any length compare numerically, whether strings of digits or numbers. Other texts compare by character,
 * which is correct for ISO 8601 dates and times in UTC.
 */
export function holds(predicate: Predicate, record: Readonly<Record<string, unknown>>): boolean {
  if ('all' in predicate) return predicate.all.every((one) => holds(one, record));
  if ('any' in predicate) return predicate.any.some((one) => holds(one, record));
  if ('not' in predicate) return !holds(predicate.not, record);
  const value = comparable(record[predicate.field]);
  if ('eq' in predicate) return value === comparable(predicate.eq);
  if ('ne' in predicate) return value !== comparable(predicate.ne);
  if ('in' in predicate) return predicate.in.some((one) => value === comparable(one));
  if (value === null) return false;
  return 'gt' in predicate ? compare(value, predicate.gt) > 0 : compare(value, predicate.lt) < 0;
}

/** Fields that a predicate uses, with the path to each below the predicate. */
export function fieldsOf(
  predicate: Predicate,
  path: (string | number)[] = [],
): { source: string; path: (string | number)[] }[] {
  if ('all' in predicate) return predicate.all.flatMap((one, at) => fieldsOf(one, [...path, 'all', at]));
  if ('any' in predicate) return predicate.any.flatMap((one, at) => fieldsOf(one, [...path, 'any', at]));
  if ('not' in predicate) return fieldsOf(predicate.not, [...path, 'not']);
  return [{ source: predicate.field, path: [...path, 'field'] }];
}

/** Canonical text of a value: `"7"`, `7` and `"007"` are the same whole number. */
function comparable(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = plainText(value);
  return isWhole(text) ? BigInt(text).toString() : text;
}

function compare(left: string, right: string | number): number {
  const other = comparable(right) ?? '';
  if (isWhole(left) && isWhole(other)) {
    const difference = BigInt(left) - BigInt(other);
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  }
  return left > other ? 1 : left < other ? -1 : 0;
}

function isWhole(text: string): boolean {
  return /^-?\d{1,30}$/.test(text);
}

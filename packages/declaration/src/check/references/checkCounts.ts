import type { Field, FieldType } from '../../fieldSchema.ts';
import { computedOf, seePermission } from '../../fieldTraits.ts';
import { isMasked } from '../../resource.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkPredicate, comparisonsOf, valuesOf } from './checkPredicate.ts';

const PARTS = ['when', 'frozen', 'expected'] as const;

/**
 * Pages decide for each record whether an amount counts; the database decides for sums. Both must get the same result.
 */
export function checkCounts(subject: Subject, field: Field, path: Path): Finding[] {
  if (field.type !== 'money' || !field.counts) return [];
  const { counts, source } = field;
  return PARTS.flatMap((part) => {
    const predicate = counts[part];
    const place = [...path, 'counts', part];
    if (!predicate) return [];
    const wrong = checkPredicate(subject, predicate, place);
    if (wrong.length > 0) return wrong;
    return comparisonsOf(predicate, place).flatMap(({ comparison, path: at }) => {
      const other = subject.fields.get(comparison.field);
      if (!other) return [];
      if (!isDecidedAlike(other, valuesOf(comparison))) {
        return [finding('R171', [...at, 'field'], { source: other.source, type: other.type })];
      }
      return seePermission(other) === undefined || seePermission(other) === seePermission(field)
        ? []
        : [finding('R172', [...at, 'field'], { source, other: other.source, permission: seePermission(other) ?? '' })];
    });
  });
}

/** R171: a summed field that is only shown in some records. */
export function checkSummedWhen(subject: Subject, { when }: Field, path: Path): Finding[] {
  return (when ? comparisonsOf(when, path) : []).flatMap(({ comparison }) => {
    const other = subject.fields.get(comparison.field);
    return !other || isDecidedAlike(other, valuesOf(comparison))
      ? []
      : [finding('R171', path, { source: other.source, type: other.type })];
  });
}

/** Types for which a database comparison gives the same result as `holds`. */
const COMPARED: readonly FieldType[] = ['integer', 'money', 'rate', 'enum', 'boolean', 'date'];
/** Types that can only be tested for a value, because times and texts have several notations of equal values. */
const PRESENT: readonly FieldType[] = [...COMPARED, 'text', 'longtext', 'datetime', 'reference'];

/** @param values that the field is compared with */
function isDecidedAlike(field: Field, values: readonly unknown[]): boolean {
  if (computedOf(field) || isMasked(field)) return false;
  if (values.some((value) => typeof value === 'object' && value !== null)) return false;
  const isPresence = values.every((value) => value === null);
  return (isPresence ? PRESENT : COMPARED).includes(field.type);
}

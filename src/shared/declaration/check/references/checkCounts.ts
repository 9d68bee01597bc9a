import type { Field, FieldType } from '../../fieldSchema.ts';
import { computedOf } from '../../fieldTraits.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkPredicate, comparisonsOf } from './checkPredicate.ts';

const PARTS = ['when', 'frozen', 'expected'] as const;

/** When an amount counts is decided by pages for each record, and by the database for sums: both must come to the same. */
export function checkCounts(subject: Subject, field: Field, path: Path): Finding[] {
  if (field.type !== 'money' || !field.counts) return [];
  const { counts, source, permission } = field;
  return PARTS.flatMap((part) => {
    const predicate = counts[part];
    const place = [...path, 'counts', part];
    if (!predicate) return [];
    const wrong = checkPredicate(subject, predicate, place);
    if (wrong.length > 0) return wrong;
    return comparisonsOf(predicate, place).flatMap(({ comparison, path: at }) => {
      const other = subject.fields.get(comparison.field);
      if (!other) return [];
      const values = 'in' in comparison ? comparison.in : Object.values(comparison).slice(1);
      if (!isDecidedAlike(other, values)) {
        return [finding('R171', [...at, 'field'], { source: other.source, type: other.type })];
      }
      return other.permission === undefined || other.permission === permission
        ? []
        : [finding('R172', [...at, 'field'], { source, other: other.source, permission: other.permission })];
    });
  });
}

/** Types that a database compares with a value exactly as `holds` does. */
const COMPARED: readonly FieldType[] = ['integer', 'money', 'rate', 'enum', 'boolean', 'date', 'reference'];
/** Of these only whether there is a value: times and texts have several ways of writing the same one. */
const PRESENT: readonly FieldType[] = [...COMPARED, 'text', 'longtext', 'datetime'];

/** @param values what the field is compared with */
function isDecidedAlike(field: Field, values: readonly unknown[]): boolean {
  if (computedOf(field)) return false;
  const isPresence = values.every((value) => value === null);
  return (isPresence ? PRESENT : COMPARED).includes(field.type);
}

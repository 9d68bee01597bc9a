import type { Field } from '@merchant-console/declaration';
import { compareValues, hasValue } from './compareValues.ts';
import type { DeclaredRecord } from './DeclaredServer.ts';

const ID: Field = { source: 'id', type: 'text' };

/**
 * Sorts records by a field and then by ID. Those without a value are last in ascending order and first in descending.
 */
export function sorted(
  records: readonly DeclaredRecord[],
  field: Field | null,
  order: 'ASC' | 'DESC',
): DeclaredRecord[] {
  const up = records.toSorted((a, b) => {
    const byField = field === null ? 0 : compareSome(field, a[field.source], b[field.source]);
    return byField || compareValues(ID, a.id, b.id);
  });
  return order === 'ASC' ? up : up.toReversed();
}

function compareSome(field: Field, a: unknown, b: unknown): number {
  if (hasValue(a) && hasValue(b)) return compareValues(field, a, b);
  return Number(hasValue(b)) - Number(hasValue(a));
}

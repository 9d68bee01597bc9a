import type { Field } from '#shared/declaration/fieldSchema.ts';
import { compareValues, hasValue } from './compareValues.ts';
import type { DeclaredRecord } from './DeclaredServer.ts';

const ID: Field = { source: 'id', type: 'text' };

/** Records in the order of a field and then of their ids; those without a value come last going up, first going down. */
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

import { shownOf, type Field } from '@merchant-console/declaration';

/**
 * A value of an audit entry as the current declaration shows it. The log is immutable, and the field may have become
 * masked or secret since. Masking a mask returns the same mask.
 */
export function shownValue(field: Field, value: unknown): unknown {
  if (field.type === 'secret') return value !== null && value !== false;
  return typeof value === 'string' ? shownOf(field, value) : value;
}

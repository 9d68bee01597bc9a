import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { filterKeys } from '#console/fieldTypes/filters/filterKeys.ts';

/** `filter` with `part` in the place of all that it asks of `field`. */
export function replaceFilter(filter: Filter, field: Field, part: Filter): Filter {
  const keys = filterKeys(field);
  return { ...Object.fromEntries(Object.entries(filter).filter(([key]) => !keys.includes(key))), ...part };
}

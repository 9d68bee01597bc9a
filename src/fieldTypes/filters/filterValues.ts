import type { Filter } from '#shared/contract/listQuery.ts';
import type { FilterValue } from '../FieldTypeDefinition.ts';

/** The values under one key of a filter, however many there are. */
export function filterValues(filter: Filter, key: string | undefined): FilterValue[] {
  const value = key === undefined ? undefined : filter[key];
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string' || typeof one === 'number');
}

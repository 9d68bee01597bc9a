import type { Filter } from '@merchant-console/protocol';
import { type Field, filterOf } from '@merchant-console/declaration';
import type { FilterValue } from '../FieldTypeDefinition.ts';

/** All values under one key of a filter. */
export function filterValues(filter: Filter, key: string | undefined): FilterValue[] {
  const value = key === undefined ? undefined : filter[key];
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string' || typeof one === 'number');
}

/** Filter keys of a field in the API. For a range, first the lower end, then the upper. */
export function filterKeys(field: Field): readonly string[] {
  switch (filterOf(field)) {
    case undefined:
      return [];
    case 'eq':
    case 'in':
    case 'any':
    case 'all':
    case 'none':
      return [field.source];
    case 'contains':
      return [`${field.source}_like`];
    case 'range':
      return [`${field.source}_gte`, `${field.source}_lte`];
  }
}

/** True if the filter has a list of values. */
export function takesSeveral(field: Field): boolean {
  return filterOf(field) === 'in' || field.type === 'references';
}

/** The contract's limit for a text in a filter, in UTF-16 units. */
export const MAX_FILTER_LENGTH = 256;

/** The largest value of the server's integer columns, 2^31 - 1. */
export const MAX_INTEGER = 2_147_483_647;

/** Trimmed text to filter by. Null if it is empty, too long, or contains NUL, which database texts can't contain. */
export function readTextFilter(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const text = String(raw).trim();
  return text === '' || text.length > MAX_FILTER_LENGTH || text.includes('\0') ? null : text;
}

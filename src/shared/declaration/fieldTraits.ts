import type { Field } from './fieldSchema.ts';

/** The way in which the list can be narrowed by a field; undefined for types and fields that have none. */
export function filterOf(field: Field) {
  return 'filter' in field ? field.filter : undefined;
}

export function isSortable(field: Field): boolean {
  return 'sortable' in field && field.sortable === true;
}

/** Whether the one search box looks at it. */
export function isSearched(field: Field): boolean {
  return 'search' in field && field.search === true;
}

/** The values that a field is made of, where it is not stored. */
export function computedOf(field: Field) {
  return 'computed' in field ? field.computed : undefined;
}

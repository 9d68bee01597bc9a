import type { Field } from './fieldSchema.ts';

/** The list filter of a field, or undefined if it has none. */
export function filterOf(field: Field) {
  return 'filter' in field ? field.filter : undefined;
}

export function isSortable(field: Field): boolean {
  return 'sortable' in field && field.sortable === true;
}

/** True if the search box covers the field. */
export function isSearched(field: Field): boolean {
  return 'search' in field && field.search === true;
}

/** The permission required to see the field, or undefined if there is none. */
export function seePermission({ permission }: Pick<Field, 'permission'>): string | undefined {
  return typeof permission === 'object' ? permission.see : permission;
}

/** The permission required to write the field, besides that to see it; undefined if there is none. */
export function writePermission({ permission }: Pick<Field, 'permission'>): string | undefined {
  return typeof permission === 'object' ? permission.write : permission;
}

/** The definition of a computed field, or undefined if the field is stored. */
export function computedOf(field: Field) {
  return 'computed' in field ? field.computed : undefined;
}

/**
 * True if values of several records may be added up: amounts unless the file says no, other numbers only if it says so.
 * A ratio, a line number, a balance or a fee per payment means nothing when added to another.
 */
export function isSummable(field: Field): boolean {
  const computed = computedOf(field);
  if (computed && 'ratio' in computed) return false;
  if (field.type === 'money') return field.sum !== false;
  return (field.type === 'integer' || field.type === 'decimal') && field.sum === true;
}

const LISTED = ['secret', 'json', 'longtext', 'file', 'image'];

/** True if lists have a column of the field unless they name their columns. */
export function isListed(field: Field): boolean {
  return !LISTED.includes(field.type) && field.source !== 'updated_at';
}

/** Lines are only in the response for a single record. */
export function withLinesApart(field: Field): Field {
  return field.type === 'children' ? { ...field, recordOnly: true } : field;
}

/** True if no two records may have the same value. */
export function isUnique(field: Field): boolean {
  return 'unique' in field && field.unique !== undefined && field.unique !== false;
}

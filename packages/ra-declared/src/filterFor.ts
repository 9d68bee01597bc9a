import { type Filter, permissionKey } from '@merchant-console/protocol';
import { inScope, listFilter, type Predicate } from '@merchant-console/declaration';
import type { ResourceView } from './ResourceView.ts';
import type { ReadScope } from './useScope.ts';

/**
 * The filter of a list that finds the records for which a condition holds. Null if the user may not list the records, or not see a
 * field of the condition.
 */
export function filterFor(
  { resource: { name, fields }, permissions }: ResourceView,
  condition: Predicate | null,
  readScope: ReadScope,
): Filter | null {
  if (!permissions.includes(permissionKey(name, 'list'))) return null;
  return condition ? listFilter(inScope(condition, readScope(permissions), name), fields) : {};
}

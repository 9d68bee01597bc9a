import { permissionKey } from '@merchant-console/protocol';
import type { Predicate } from './predicate.ts';
import type { Resource } from './resource.ts';

/** True if a user with these permissions meets the predicate by them alone, whatever the record of the resource is. */
export function holdsForAll(predicate: Predicate, permissions: ReadonlySet<string>, resource: string): boolean {
  return decidedBy(predicate, permissions, resource) === true;
}

/** Null if it depends on the record. */
function decidedBy(predicate: Predicate, permissions: ReadonlySet<string>, resource: string): boolean | null {
  const decided = (one: Predicate) => decidedBy(one, permissions, resource);
  if ('permission' in predicate) return permissions.has(permissionKey(resource, predicate.permission));
  if ('not' in predicate) {
    const inner = decided(predicate.not);
    return inner === null ? null : !inner;
  }
  if ('all' in predicate) return together(predicate.all.map(decided), false);
  if ('any' in predicate) return together(predicate.any.map(decided), true);
  return null;
}

/** @param deciding the result of one part that decides the whole */
function together(results: readonly (boolean | null)[], deciding: boolean): boolean | null {
  if (results.includes(deciding)) return deciding;
  return results.includes(null) ? null : !deciding;
}

/** True if users with these permissions may see each record of the resource, whatever it contains. */
export function seesAllRecords(
  { name, records }: Pick<Resource, 'name' | 'records'>,
  permissions: ReadonlySet<string>,
): boolean {
  const mayRead = ['list', 'show'].some((one) => permissions.has(permissionKey(name, one)));
  return mayRead && (records.see === null || holdsForAll(records.see, permissions, name));
}

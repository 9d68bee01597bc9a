import { permissionKey, REVEAL } from '#shared/declaration/permissions.ts';
import type { Action } from '#shared/declaration/action.ts';

interface Asking {
  name: string;
  actions: readonly Pick<Action, 'permission' | 'scope'>[];
}

/** True for operations on a single record. Permissions that are missing here are for declared actions. */
const IS_OF_RECORD: Readonly<Record<string, boolean>> = {
  show: false,
  create: false,
  export: false,
  edit: true,
  delete: true,
  [REVEAL]: true,
};

/**
 * The permissions that a resource's permission requires: that of the list for anything started there, and that of the
 * record's page for operations on a record.
 *
 * @param name of the permission within its resource, such as `export`
 * @param isGrantable true if the key exists
 */
export function requirementsOf(resource: Asking, name: string, isGrantable: (key: string) => boolean): string[] {
  if (name === 'list') return [];
  const needed = (IS_OF_RECORD[name] ?? !isOfList(resource, name)) ? ['list', 'show'] : ['list'];
  return needed.map((one) => permissionKey(resource.name, one)).filter(isGrantable);
}

/** True if only actions that start on the list need the permission. */
function isOfList({ name: resource, actions }: Asking, name: string): boolean {
  const asking = actions.filter(({ permission }) => permission === permissionKey(resource, name));
  return asking.length > 0 && asking.every(({ scope }) => scope !== 'row');
}

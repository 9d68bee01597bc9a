import { permissionKey, REVEAL } from '../declaration/permissions.ts';
import type { Action } from '../declaration/action.ts';

interface Asking {
  name: string;
  actions: readonly Pick<Action, 'permission' | 'scope'>[];
}

/** Whether an operation is done with a record; a permission that is none of these is for declared actions. */
const IS_OF_RECORD: Readonly<Record<string, boolean>> = {
  show: false,
  create: false,
  export: false,
  edit: true,
  delete: true,
  [REVEAL]: true,
};

/**
 * What a permission of a resource is of no use without: its list for all that is done from there, and the record's page
 * too for what is done with one.
 *
 * @param name of the permission within its resource, such as `export`
 * @param isGrantable whether there is such a key at all
 */
export function requirementsOf(resource: Asking, name: string, isGrantable: (key: string) => boolean): string[] {
  if (name === 'list') return [];
  const needed = (IS_OF_RECORD[name] ?? !isOfList(resource, name)) ? ['list', 'show'] : ['list'];
  return needed.map((one) => permissionKey(resource.name, one)).filter(isGrantable);
}

/** Whether it is only for actions that begin on the list. */
function isOfList({ name: resource, actions }: Asking, name: string): boolean {
  const asking = actions.filter(({ permission }) => permission === permissionKey(resource, name));
  return asking.length > 0 && asking.every(({ scope }) => scope !== 'row');
}

import { IMPORT, permissionKey, REVEAL } from '@merchant-console/protocol';
import type { Action } from './action.ts';
import { seePermission, writePermission } from './fieldTraits.ts';
import type { Predicate } from './predicate.ts';
import { permissionsIn } from './predicateScope.ts';
import { isMasked, type Resource } from './resource.ts';
import { conditionsIn } from './rules.ts';

/** All permissions that a resource's declaration defines: those of operations, actions and fields. */
export function permissionsOf(resource: Resource): string[] {
  return permissionsAskedBy(resource).filter((key) => key.startsWith(`${resource.name}.`));
}

/** All permissions that affect a resource's pages, including those of other resources. */
export function permissionsAskedBy(resource: Resource): string[] {
  const { name, operations, fields } = resource;
  const actions = resource.actions.filter(({ scope }) => scope !== 'scheduled');
  const asked = [...fields, ...actions.flatMap(({ form }) => form)].flatMap((field) =>
    [seePermission(field), writePermission(field)].flatMap((one) => one ?? []),
  );
  const decided = predicatesIn(resource).flatMap((one) => permissionsIn(one).map(({ permission }) => permission));
  const reveals = fields.some(isMasked) ? [REVEAL] : [];
  const imports = resource.import ? [IMPORT] : [];
  const keys = [
    ...operations,
    ...reveals,
    ...imports,
    ...actions.map(({ permission }) => permission),
    ...asked,
    ...decided,
  ];
  return [...new Set(keys.map((key) => permissionKey(name, key)))];
}

/** The conditions of a resource that may name permissions and words. */
function predicatesIn({ when, records, actions, ...resource }: Resource): Predicate[] {
  const single = [when.edit, when.delete, records.see, records.write, ...actions.map((action) => action.when)];
  return [
    ...single.flatMap((one) => one ?? []),
    ...conditionsIn(resource),
    ...actions.flatMap(({ form }) => conditionsIn({ fields: form })),
  ];
}

interface Asking {
  name: string;
  actions: readonly Pick<Action, 'permission' | 'scope'>[];
}

/** True for operations on a single record. Permissions that are missing here are for declared actions. */
const IS_OF_RECORD: Readonly<Record<string, boolean>> = {
  show: false,
  create: false,
  export: false,
  [IMPORT]: false,
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

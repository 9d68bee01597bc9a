import { permissionKey } from '@merchant-console/protocol';
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
  const { name, operations, actions, fields } = resource;
  const asked = [...fields, ...actions.flatMap(({ form }) => form)].flatMap((field) =>
    [seePermission(field), writePermission(field)].flatMap((one) => one ?? []),
  );
  const decided = predicatesIn(resource).flatMap((one) => permissionsIn(one).map(({ permission }) => permission));
  const reveals = fields.some(isMasked) ? ['reveal'] : [];
  const keys = [...operations, ...reveals, ...actions.map(({ permission }) => permission), ...asked, ...decided];
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

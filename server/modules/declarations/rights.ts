import { isDeepStrictEqual } from 'node:util';
import {
  type Action,
  type Field,
  isMasked,
  type Resource,
  seePermission,
  writePermission,
} from '@merchant-console/declaration';
import { permissionKey } from '@merchant-console/protocol';

/**
 * Keys with which a new version of a declaration would decide anew who may see, write or do something, as JSON pointers. Files decide
 * on rights, the console doesn't: whoever may edit declarations there would otherwise give rights to themselves.
 *
 * A new field or action has the rights of the resource, or new permissions, which nobody but owners has.
 *
 * @param before the version that is served, or null for a new resource
 */
export function changedRights(before: Resource | null, after: Resource): string[] {
  return [...changedKeys(before, after), ...changedFields(before, after), ...changedActions(before, after)];
}

function changedKeys(before: Resource | null, after: Resource): string[] {
  const { tenants, menu, grants, migrate } = after.declared;
  const was = before?.declared;
  const differ = { tenants: [was?.tenants, tenants], menu: [was?.menu, menu], grants: [was?.grants, grants] };
  const records = before?.records ?? { see: null, write: null };
  return [
    ...Object.entries(differ).flatMap(([key, [one, other]]) => (isDeepStrictEqual(one, other) ? [] : [`/${key}`])),
    ...(isDeepStrictEqual(records, after.records) ? [] : ['/records']),
    // Both would move values to where other users see them.
    ...(['from', 'unmask'] as const).flatMap((key) =>
      isDeepStrictEqual(was?.migrate?.[key], migrate?.[key]) ? [] : [`/migrate/${key}`],
    ),
  ];
}

function changedFields(before: Resource | null, after: Resource): string[] {
  const renamed = new Map(Object.entries(after.declared.migrate?.rename ?? {}).map(([from, to]) => [to, from]));
  return after.fields.flatMap((field) => {
    const was =
      before?.fields.find(({ source }) => source === field.source) ??
      before?.fields.find(({ source }) => source === renamed.get(field.source));
    return was && !isDeepStrictEqual(rightsOfField(was), rightsOfField(field)) ? [`/fields/${field.source}`] : [];
  });
}

function rightsOfField(field: Field) {
  const mask = isMasked(field) ? { mask: field.mask, payPassword: field.payPassword } : null;
  const { when, readOnly, writeOnce } = field;
  return { see: seePermission(field), write: writePermission(field), mask, when, readOnly, writeOnce };
}

function changedActions(before: Resource | null, after: Resource): string[] {
  const known = new Set(before?.actions.map(({ permission }) => permissionKey(after.name, permission)));
  return after.actions.flatMap((action) => {
    const { key, permission, scope } = action;
    const was = before?.actions.find((one) => one.key === key);
    const own = permissionKey(after.name, key);
    // The server executes scheduled ones, whatever users may do.
    const isOwn = permissionKey(after.name, permission) === own && !known.has(own) && scope !== 'scheduled';
    const isSame = was ? isDeepStrictEqual(rightsOfAction(was), rightsOfAction(action)) : isOwn;
    return isSame ? [] : [`/actions/${key}`];
  });
}

/** Who may execute it, and what it then writes, which may be more than its users may write themselves. */
function rightsOfAction({ permission, payPassword, totp, when, scope, set, create, form }: Action) {
  const inputs = form.map((field) => ({ source: field.source, ...rightsOfField(field) }));
  return { permission, payPassword, totp, when, scope, set, create, inputs };
}

import { isMasked } from '../../resource.ts';
import { permissionKey, REVEAL } from '@merchant-console/protocol';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

/** R211: a permission of another resource must be defined by that resource or by the program. */
export function checkPermissions({ subject }: Member, set: DeclarationSet): Finding[] {
  const { environment } = set;
  const foreign = permissionsAsked(subject).filter(
    ({ permission }) => !isOwn(permission, subject.declaration.name) && isKnowable(permission, set),
  );
  if (foreign.length === 0 || !environment.permissions) return [];
  const known = knownPermissions(set, environment.permissions);
  return foreign.flatMap(({ permission, path }) =>
    known.has(permission)
      ? []
      : [finding('R211', path, { permission }, { suggestion: nearest(permission, [...known]) })],
  );
}

/** Computed once per set, not per file. */
const KNOWN = new WeakMap<DeclarationSet, ReadonlySet<string>>();

function knownPermissions(set: DeclarationSet, builtIn: readonly string[]): ReadonlySet<string> {
  const known = KNOWN.get(set) ?? new Set([...builtIn, ...set.members.flatMap(permissionsMade)]);
  KNOWN.set(set, known);
  return known;
}

/** False if the permission belongs to an invalid file, because it is unknown which permissions that file defines. */
function isKnowable(permission: string, { names, named }: DeclarationSet): boolean {
  const [name = ''] = permission.split('.');
  const maker = named(name)?.subject;
  return maker ? (['fields', 'operations', 'actions'] as const).every(maker.isSound) : !names.has(name);
}

function isOwn(permission: string, name: string): boolean {
  return !permission.includes('.') || permission.startsWith(`${name}.`);
}

function permissionsAsked({ declaration }: Subject): { permission: string; path: Path }[] {
  const fields = declaration.fields.map(({ permission }, at) => ({ permission, path: ['fields', at, 'permission'] }));
  const actions = (declaration.actions ?? []).flatMap(({ permission, form = [] }, at) => [
    { permission, path: ['actions', at, 'permission'] },
    ...form.map((field, place) => ({
      permission: field.permission,
      path: ['actions', at, 'form', place, 'permission'],
    })),
  ]);
  return [...fields, ...actions].flatMap(({ permission, path }) =>
    permission === undefined ? [] : [{ permission, path }],
  );
}

/** Like `permissionsOf`, for a resource that may have errors. */
function permissionsMade({ subject }: Member): string[] {
  const { declaration, operations, fields } = subject;
  const { name, actions = [] } = declaration;
  const asked = declaration.fields.flatMap(({ permission }) => permission ?? []);
  const reveals = [...fields.values()].some(isMasked) ? [REVEAL] : [];
  const keys = [...operations, ...reveals, ...actions.map(({ key, permission = key }) => permission), ...asked];
  return keys.map((key) => permissionKey(name, key)).filter((key) => isOwn(key, name));
}

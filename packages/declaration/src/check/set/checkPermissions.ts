import { isMasked } from '../../resource.ts';
import { IMPORT, permissionKey, REVEAL } from '@merchant-console/protocol';
import { nearest } from '../nearest.ts';
import type { Field } from '../../fieldSchema.ts';
import type { Predicate } from '../../predicate.ts';
import { permissionsIn } from '../../predicateScope.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { permissionsOfField } from '../references/checkFields.ts';
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
  const { actions = [], records = {}, rules = [], when = {} } = declaration;
  const inFields = (fields: readonly Field[], path: Path) =>
    fields.flatMap((field, at) => [
      ...permissionsOfField(field, [...path, at]),
      ...inPredicates({ required: field.required, readOnly: field.readOnly }, [...path, at]),
    ]);
  return [
    ...inFields(declaration.fields, ['fields']),
    ...inPredicates(records, ['records']),
    ...inPredicates(when, ['when']),
    ...rules.flatMap((rule, at) => inPredicates({ when: rule.when, must: rule.must }, ['rules', at])),
    ...actions.flatMap(({ permission, form = [], when: condition }, at) => [
      ...(permission === undefined ? [] : [{ permission, path: ['actions', at, 'permission'] }]),
      ...inPredicates({ when: condition }, ['actions', at]),
      ...inFields(form, ['actions', at, 'form']),
    ]),
  ];
}

function inPredicates(conditions: Readonly<Record<string, Predicate | boolean | undefined>>, path: Path) {
  return Object.entries(conditions).flatMap(([key, one]) =>
    typeof one === 'object' ? permissionsIn(one, [...path, key]) : [],
  );
}

/** Like `permissionsOf`, for a resource that may have errors. */
export function permissionsMade({ subject }: Pick<Member, 'subject'>): string[] {
  const { declaration, operations, fields } = subject;
  const { name } = declaration;
  const actions = (declaration.actions ?? []).filter(({ scope }) => scope !== 'scheduled');
  const asked = permissionsAsked(subject).map(({ permission }) => permission);
  const reveals = [...fields.values()].some(isMasked) ? [REVEAL] : [];
  const imports = declaration.import ? [IMPORT] : [];
  const keys = [
    ...operations,
    ...reveals,
    ...imports,
    ...actions.map(({ key, permission = key }) => permission),
    ...asked,
  ];
  return keys.map((key) => permissionKey(name, key)).filter((key) => isOwn(key, name));
}

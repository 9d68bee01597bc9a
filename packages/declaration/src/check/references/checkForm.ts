import { permissionKey } from '@merchant-console/protocol';
import { childLimits } from '../../children.ts';
import { defaultOf } from '../../defaults.ts';
import { seePermission, writePermission } from '../../fieldTraits.ts';
import { isWritable } from '../../resource.ts';
import { finding, type Finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkGroups, checkNames, checkRowAction } from './checkNames.ts';

export function checkForm(subject: Subject): Finding[] {
  const { form = {} } = subject.declaration;
  const isTwice = form.groups && form.tabs;
  return [
    ...checkGroups(subject, form.groups, ['form', 'groups']),
    ...checkGroups(subject, form.tabs, ['form', 'tabs']),
    ...checkNames(subject, form.createOnly, ['form', 'createOnly']),
    ...checkNames(subject, form.editOnly, ['form', 'editOnly']),
    ...(isTwice ? [finding('R146', ['form', 'tabs'], {}, { at: 'key' })] : []),
    ...checkEditOnly(subject),
    ...checkRequired(subject),
    ...checkFillable(subject),
    ...(form.afterCreate === undefined ? [] : checkRowAction(subject, form.afterCreate, ['form', 'afterCreate'])),
  ];
}

function checkEditOnly({ declaration, fields }: Subject): Finding[] {
  const { createOnly = [], editOnly = [] } = declaration.form ?? {};
  return editOnly.flatMap((source, at) => {
    const path = ['form', 'editOnly', at];
    if (createOnly.includes(source)) return [finding('R124', path, { source })];
    return fields.get(source)?.writeOnce ? [finding('R143', path, { source })] : [];
  });
}

/** Users who may create records but lack a required field's permission could never save one. */
function checkFillable({ declaration: { name, fields }, operations }: Subject): Finding[] {
  if (!operations.includes('create')) return [];
  return fields.flatMap((field, at) => {
    const { source, required = false } = field;
    const permission = writePermission(field) ?? seePermission(field);
    const isGiven = !isWritable(field) || defaultOf(field) !== undefined;
    if (required !== true || isGiven || permission === undefined) return [];
    if (permissionKey(name, permission) === permissionKey(name, 'create')) return [];
    return [finding('R164', ['fields', at, 'permission'], { source, permission })];
  });
}

/** Without an input for each required field, no record could be created. */
function checkRequired({ declaration, fields, operations, isSound }: Subject): Finding[] {
  const { groups, tabs, editOnly = [] } = declaration.form ?? {};
  const shown = (tabs ?? groups)?.flatMap((group) => group.fields);
  if (!operations.includes('create') || !isSound('form') || !isSound('operations')) return [];
  const needed = [...fields.values()].filter(
    (field) =>
      (field.required === true && isWritable(field) && defaultOf(field) === undefined) ||
      (field.type === 'children' && childLimits(field).min > 0),
  );
  const missing = needed.filter(({ source }) => editOnly.includes(source) || (shown && !shown.includes(source)));
  return missing.map(({ source }) => {
    const at = editOnly.indexOf(source);
    return finding('R141', at === -1 ? ['form', tabs ? 'tabs' : 'groups'] : ['form', 'editOnly', at], { source });
  });
}

import type { Operation } from '@merchant-console/protocol';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkPredicate } from './checkPredicate.ts';
import { repeated } from './repeated.ts';

const VERBS = {
  list: 'list',
  show: 'show',
  create: 'create',
  update: 'edit',
  delete: 'delete',
  export: 'export',
} as const;

/** Settings for operations that the resource doesn't allow. */
export function checkOperations(subject: Subject): Finding[] {
  const { declaration, operations, isSound } = subject;
  const { list, form, endpoints = {}, when = {} } = declaration;
  const can = (...some: Operation[]) => some.some((operation) => operations.includes(operation));
  const unused = (path: Path, ...some: Operation[]) =>
    can(...some)
      ? []
      : [finding('R151', path, { key: String(path.at(-1)), operations: some.join(', ') }, { at: 'key' })];
  const isExported = list?.export === undefined || list.export === false;
  const unusedParts = [
    ...(form ? unused(['form'], 'create', 'edit') : []),
    ...(form?.createOnly ? unused(['form', 'createOnly'], 'create') : []),
    ...(form?.afterCreate === undefined ? [] : unused(['form', 'afterCreate'], 'create')),
    ...(form?.editOnly ? unused(['form', 'editOnly'], 'edit') : []),
    ...(declaration.show ? unused(['show'], 'show') : []),
    ...(declaration.import ? unused(['import'], 'create', 'edit') : []),
    ...(isExported ? [] : unused(['list', 'export'], 'export')),
    ...(when.edit ? unused(['when', 'edit'], 'edit') : []),
    ...(when.delete ? unused(['when', 'delete'], 'delete') : []),
    ...Object.entries(VERBS).flatMap(([verb, operation]) =>
      verb in endpoints && !can(operation)
        ? [finding('R149', ['endpoints', verb], { verb, operation }, { at: 'key' })]
        : [],
    ),
  ];
  return [
    ...(isSound('operations') && isSound('endpoints') ? unusedParts : []),
    ...(when.edit ? checkPredicate(subject, when.edit, ['when', 'edit'], 'user') : []),
    ...(when.delete ? checkPredicate(subject, when.delete, ['when', 'delete'], 'user') : []),
    ...repeated(declaration.operations ?? []).map((at) =>
      finding('R114', ['operations', at], { source: declaration.operations?.[at] ?? '' }),
    ),
  ];
}

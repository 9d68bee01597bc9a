import { type Finding, finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkActions } from './checkActions.ts';
import { checkEndpoints } from './checkEndpoints.ts';
import { checkEnvelope } from './checkEnvelope.ts';
import { checkFields } from './checkFields.ts';
import { checkForm } from './checkForm.ts';
import { checkList } from './checkList.ts';
import { checkOperations } from './checkOperations.ts';
import { checkShow } from './checkShow.ts';
import { repeated } from './repeated.ts';

const CHECKS: readonly ((subject: Subject) => Finding[])[] = [
  checkFields,
  checkList,
  checkForm,
  checkShow,
  checkActions,
  checkEndpoints,
  checkEnvelope,
  checkMigrate,
  checkOperations,
];

/** Names and values within one declaration that don't match. */
export function checkReferences(subject: Subject): Finding[] {
  const found = CHECKS.flatMap((check) => check(subject));
  return found.map((one) => ({ ...one, path: subject.originalPath(one.path) }));
}

/** Old fields must be gone from the file, and new ones must be in it. */
function checkMigrate({ declaration, sources, undeclared }: Subject): Finding[] {
  const { migrate, storage } = declaration;
  if (!migrate) return [];
  if (storage !== 'table') return [finding('R130', ['migrate'], {}, { at: 'key' })];
  const { drop = [], rename = {} } = migrate;
  const renames = Object.entries(rename);
  const stillThere = (source: string) => sources.includes(source);
  return [
    ...drop.flatMap((source, at) => {
      const path = ['migrate', 'drop', at];
      if (stillThere(source)) return [finding('R129', path, { source })];
      return source in rename || drop.indexOf(source) < at ? [finding('R131', path, { source })] : [];
    }),
    ...renames.flatMap(([old, source]) => [
      ...(stillThere(old) ? [finding('R129', ['migrate', 'rename', old], { source: old }, { at: 'key' })] : []),
      ...undeclared(source, ['migrate', 'rename', old]),
    ]),
    ...repeated(renames.map(([, source]) => source)).flatMap((at) => {
      const [old = '', source = ''] = renames[at] ?? [];
      return [finding('R131', ['migrate', 'rename', old], { source })];
    }),
  ];
}

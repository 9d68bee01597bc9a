import { type Finding, finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkArrangement } from './checkArrangement.ts';
import { checkActions } from './checkActions.ts';
import { checkEndpoints } from './checkEndpoints.ts';
import { checkEnvelope } from './checkEnvelope.ts';
import { checkFields } from './checkFields.ts';
import { checkForm } from './checkForm.ts';
import { checkImport } from './checkImport.ts';
import { checkList } from './checkList.ts';
import { checkOperations } from './checkOperations.ts';
import { checkShow } from './checkShow.ts';
import { checkRecords, checkRules, checkUnique } from './checkRules.ts';
import { checkWebhooks } from './checkWebhooks.ts';
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
  checkRules,
  checkRecords,
  checkUnique,
  checkArrangement,
  checkImport,
  checkWebhooks,
];

/** Names and values within one declaration that don't match. */
export function checkReferences(subject: Subject): Finding[] {
  const found = CHECKS.flatMap((check) => check(subject));
  return found.map((one) => ({ ...one, path: subject.originalPath(one.path) }));
}

/** Old fields must be gone from the file, and new ones must be in it. */
function checkMigrate({ declaration, sources, fields, undeclared }: Subject): Finding[] {
  const { migrate, storage } = declaration;
  if (!migrate) return [];
  if (storage !== 'table') return [finding('R130', ['migrate'], {}, { at: 'key' })];
  const { drop = [], rename = {}, unmask = [], convert = {} } = migrate;
  const dropped = Array.isArray(drop) ? drop : Object.keys(drop);
  const renames = Object.entries(rename);
  const stillThere = (source: string) => sources.includes(source);
  return [
    ...dropped.flatMap((source, at) => {
      const path = ['migrate', 'drop', Array.isArray(drop) ? at : source];
      const where = Array.isArray(drop) ? {} : ({ at: 'key' } as const);
      if (stillThere(source)) return [finding('R129', path, { source }, where)];
      return source in rename || dropped.indexOf(source) < at ? [finding('R131', path, { source }, where)] : [];
    }),
    ...unmask.flatMap((source, at) => undeclared(source, ['migrate', 'unmask', at])),
    ...Object.entries(convert).flatMap(([source, type]) => {
      const field = fields.get(source);
      const path = ['migrate', 'convert', source];
      if (!field) return undeclared(source, path);
      return field.type === type
        ? []
        : [finding('R261', path, { source, type: field.type }, { suggestion: field.type })];
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

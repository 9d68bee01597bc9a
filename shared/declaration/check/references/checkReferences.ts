import type { Finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkActions } from './checkActions.ts';
import { checkEndpoints } from './checkEndpoints.ts';
import { checkEnvelope } from './checkEnvelope.ts';
import { checkFields } from './checkFields.ts';
import { checkForm } from './checkForm.ts';
import { checkList } from './checkList.ts';
import { checkMigrate } from './checkMigrate.ts';
import { checkOperations } from './checkOperations.ts';
import { checkShow } from './checkShow.ts';

const CHECKS: readonly ((subject: Subject) => Finding[])[] = [
  ...[checkFields, checkList, checkForm, checkShow],
  ...[checkActions, checkEndpoints, checkEnvelope, checkMigrate, checkOperations],
];

/** Names and values within one declaration that don't match. */
export function checkReferences(subject: Subject): Finding[] {
  const found = CHECKS.flatMap((check) => check(subject));
  return found.map((one) => ({ ...one, path: subject.originalPath(one.path) }));
}

import type { CheckedDeclaration } from '../checkDeclaration.ts';
import type { CheckEnvironment } from '../CheckEnvironment.ts';
import type { Finding, Problem } from '../Problem.ts';
import { checkActionCalls, checkActionPages } from './checkActionCalls.ts';
import { checkActionRecords } from './checkActionRecords.ts';
import { checkChildrenOf } from './checkChildrenOf.ts';
import { checkComponentKeys } from './checkComponentKeys.ts';
import { checkDashboard } from './checkDashboard.ts';
import { checkEndpointClashes } from './checkEndpointClashes.ts';
import { checkLabels } from './checkLabels.ts';
import { checkMatched } from './checkMatched.ts';
import { checkMenu } from './checkMenu.ts';
import { checkOfOthers } from './checkOfOthers.ts';
import { checkPermissions } from './checkPermissions.ts';
import { checkRelated } from './checkRelated.ts';
import { checkFormerName, checkOwnNames, checkResourceNames } from './checkResourceNames.ts';
import { checkRollOut } from './checkRollOut.ts';
import { checkScans } from './checkScans.ts';
import { createSet, type DeclarationSet } from './DeclarationSet.ts';
import type { Member } from './Member.ts';

const CHECKS: readonly ((member: Member, set: DeclarationSet) => Finding[])[] = [
  checkResourceNames,
  checkFormerName,
  checkEndpointClashes,
  checkRelated,
  checkOfOthers,
  checkChildrenOf,
  checkPermissions,
  checkLabels,
  checkActionPages,
  checkActionCalls,
  checkActionRecords,
  checkOwnNames,
  checkScans,
  checkComponentKeys,
  checkRollOut,
  checkDashboard,
  checkMatched,
];

/**
 * Problems of files that involve other files or the environment. Each problem belongs to one file. Yields after each
 * file.
 */
export function* checkSet(
  checked: readonly CheckedDeclaration[],
  environment: CheckEnvironment,
): Generator<void, Problem[], void> {
  const set = createSet(checked, environment);
  const found: Problem[] = [];
  for (const member of set.members) {
    const findings = CHECKS.flatMap((check) => check(member, set));
    found.push(...member.place(findings.map((one) => ({ ...one, path: member.subject.originalPath(one.path) }))));
    yield;
  }
  return [...found, ...checkMenu(set)];
}

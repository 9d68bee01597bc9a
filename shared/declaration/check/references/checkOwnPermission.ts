import { OPERATIONS, REVEAL } from '../../permissions.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/** A permission without a dot that is none so far is made by naming it. Nearly the name of another, it is a slip. */
export function checkOwnPermission({ declaration }: Subject, permission: string | undefined, path: Path): Finding[] {
  if (permission === undefined || permission.includes('.')) return [];
  const actions = (declaration.actions ?? []).map(({ key }) => key);
  const known = [...OPERATIONS, REVEAL, ...actions];
  const suggestion = known.includes(permission) ? undefined : nearest(permission, known);
  return suggestion === undefined ? [] : [finding('R150', path, { permission }, { suggestion })];
}

import { IMPORT, OPERATIONS, REVEAL } from '@merchant-console/protocol';
import { nearest } from '../nearest.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';

/**
 * Naming an unknown permission without a dot defines it. A name that is similar to an existing one is probably a typo.
 */
export function checkOwnPermission(
  { declaration }: Pick<Subject, 'declaration'>,
  permission: string | undefined,
  path: Path,
): Finding[] {
  if (permission === undefined || permission.includes('.')) return [];
  const actions = (declaration.actions ?? []).map(({ key }) => key);
  const known = [...OPERATIONS, REVEAL, IMPORT, ...actions];
  const suggestion = known.includes(permission) ? undefined : nearest(permission, known);
  return suggestion === undefined ? [] : [finding('R150', path, { permission }, { suggestion })];
}

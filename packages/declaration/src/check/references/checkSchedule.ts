import type { ActionDeclaration } from '../../actionSchema.ts';
import { finding, type Finding, type Path } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkPredicate } from './checkPredicate.ts';
import { undecidable } from './checkRules.ts';

/** Keys of an action that nobody starts. */
const OF_SCHEDULED = ['key', 'label', 'scope', 'every', 'at', 'when', 'set', 'create'];

/** Keys that it must have. The condition keeps a run from changing all records by mistake. */
const NEEDED = ['every', 'at', 'when'] as const;

/** R369 to R372: what only a scheduled action has, and what it can't have. */
export function checkSchedule(subject: Subject, action: ActionDeclaration, path: Path): Finding[] {
  const { scope, at, when } = action;
  const keys = Object.keys(action).filter((key) => !key.startsWith('x-'));
  if (scope !== 'scheduled') {
    return keys
      .filter((key) => key === 'every' || key === 'at')
      .map((key) => finding('R371', [...path, key], { key }, { at: 'key' }));
  }
  return [
    ...NEEDED.filter((key) => !keys.includes(key)).map((key) => finding('R369', [...path, 'scope'], { key })),
    ...keys
      .filter((key) => !OF_SCHEDULED.includes(key))
      .map((key) => finding('R370', [...path, key], { key }, { at: 'key' })),
    ...(at === undefined || /^([01]\d|2[0-3]):[0-5]\d$/.test(at)
      ? []
      : [finding('R372', [...path, 'at'], { value: at })]),
    ...(when ? undecidable(subject, when, [...path, 'when']) : []),
  ];
}

/** The condition of an action. No user starts a scheduled one, so it may only depend on the time. */
export function checkWhen(subject: Subject, { scope, when }: ActionDeclaration, path: Path): Finding[] {
  return when ? checkPredicate(subject, when, [...path, 'when'], scope === 'scheduled' ? 'time' : 'user') : [];
}

import type { Finding } from '../Problem.ts';
import type { Subject } from '../Subject.ts';
import { checkGroups } from './checkNames.ts';

export function checkShow(subject: Subject): Finding[] {
  return checkGroups(subject, subject.declaration.show?.groups, ['show', 'groups']);
}

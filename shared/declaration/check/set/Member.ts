import type { CheckedDeclaration } from '../checkDeclaration.ts';
import type { Subject } from '../Subject.ts';

/** A file of which enough is right to compare it with others. */
export interface Member extends CheckedDeclaration {
  subject: Subject;
}

/** A file with another name than its resource is wrong (R201). */
export function isNamedAsFile({ name, subject }: Member): boolean {
  return subject.declaration.name === name;
}

export function endpointOf({ subject }: Pick<Member, 'subject'>): string {
  const { endpoint, name } = subject.declaration;
  return endpoint ?? name.replaceAll('_', '-');
}

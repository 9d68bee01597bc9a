import type { CheckedDeclaration } from '../checkDeclaration.ts';
import type { Subject } from '../Subject.ts';

/** A file that is valid enough to be compared with others. */
export interface Member extends CheckedDeclaration {
  subject: Subject;
}

/** False if the resource's name differs from the file's, which is an error (R201). */
export function isNamedAsFile({ name, subject }: Member): boolean {
  return subject.declaration.name === name;
}

/** The declared endpoint. Default: the name in kebab case. */
export function endpointOf({ subject }: Pick<Member, 'subject'>): string {
  const { endpoint, name } = subject.declaration;
  return endpoint ?? name.replaceAll('_', '-');
}

/** False for a dashboard, which has no calls of its own. */
export function hasEndpoint({ subject }: Pick<Member, 'subject'>): boolean {
  return subject.declaration.kind === undefined;
}

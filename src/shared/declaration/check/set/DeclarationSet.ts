import type { CheckedDeclaration } from '../checkDeclaration.ts';
import type { CheckEnvironment } from '../CheckEnvironment.ts';
import type { Subject } from '../Subject.ts';

/** A file of which enough is right to compare it with others. */
export interface Member extends CheckedDeclaration {
  subject: Subject;
}

export interface DeclarationSet {
  members: readonly Member[];
  /** Names of all resources, also of those whose files can't be read. */
  names: ReadonlySet<string>;
  environment: CheckEnvironment;
  /** The first file of that name. */
  named(name: string): Member | undefined;
}

export function createSet(checked: readonly CheckedDeclaration[], environment: CheckEnvironment): DeclarationSet {
  const members = checked.flatMap((one) => (one.subject ? [{ ...one, subject: one.subject }] : []));
  const names = new Set([
    ...checked.map(({ name }) => name),
    ...members.map(({ subject }) => subject.declaration.name),
  ]);
  return {
    ...{ members, names, environment },
    named: (name) => members.find(({ subject }) => subject.declaration.name === name),
  };
}

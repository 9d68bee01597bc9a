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
  /** The first file with that endpoint. */
  at(endpoint: string): Member | undefined;
}

export function createSet(checked: readonly CheckedDeclaration[], environment: CheckEnvironment): DeclarationSet {
  const members = checked.flatMap((one) => (one.subject ? [{ ...one, subject: one.subject }] : []));
  // Of several with one key the last counts in a map: the first one here.
  const last = members.toReversed();
  const byName = new Map(last.map((member) => [member.subject.declaration.name, member]));
  const byEndpoint = new Map(last.map((member) => [endpointOf(member), member]));
  return {
    ...{ members, environment },
    names: new Set([...checked.map(({ name }) => name), ...byName.keys()]),
    named: (name) => byName.get(name),
    at: (endpoint) => byEndpoint.get(endpoint),
  };
}

export function endpointOf({ subject }: Member): string {
  const { endpoint, name } = subject.declaration;
  return endpoint ?? name.replaceAll('_', '-');
}

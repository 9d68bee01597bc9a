import type { CheckedDeclaration } from '../checkDeclaration.ts';
import type { CheckEnvironment } from '../CheckEnvironment.ts';
import { isNamedAsFile, type Member } from './Member.ts';
import { rightsToEndpoints, type EndpointHolder } from './rightsToEndpoints.ts';

export interface DeclarationSet {
  members: readonly Member[];
  /** Names of all resources, including those whose files can't be read. */
  names: ReadonlySet<string>;
  environment: CheckEnvironment;
  /** The member whose file has this name, otherwise the first one that declares it. */
  named(name: string): Member | undefined;
  endpoints: ReadonlyMap<string, EndpointHolder>;
}

export function createSet(checked: readonly CheckedDeclaration[], environment: CheckEnvironment): DeclarationSet {
  const members = checked.flatMap((one) => (one.subject ? [{ ...one, subject: one.subject }] : []));
  // In a map, the last entry with a key wins.
  const inOrder = [
    ...members.filter((member) => !isNamedAsFile(member)).toReversed(),
    ...members.filter(isNamedAsFile).toReversed(),
  ];
  const byName = new Map(inOrder.map((member) => [member.subject.declaration.name, member]));
  return {
    members,
    environment,
    names: new Set([...checked.map(({ name }) => name), ...byName.keys()]),
    named: (name) => byName.get(name),
    endpoints: rightsToEndpoints(checked, members, environment),
  };
}

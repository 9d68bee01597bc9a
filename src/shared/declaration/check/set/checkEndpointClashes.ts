import { finding, type Finding, type Path } from '../Problem.ts';
import type { DeclarationSet, Member } from './DeclarationSet.ts';

/**
 * R203 to R205: every call belongs to one resource. `a/b` below `a` would be the record `b` of it. Of two files the
 * second one is wrong.
 */
export function checkEndpointClashes(member: Member, { members, environment, named }: DeclarationSet): Finding[] {
  const { endpoint, name } = member.subject.declaration;
  const own = endpointOf(member);
  const path: Path = [endpoint === undefined ? 'name' : 'endpoint'];
  const call = environment.calls?.find((one) => one === `/${own}`);
  const before = members.slice(0, members.indexOf(member)).filter((other) => named(name) !== other);
  const same = before.find((other) => endpointOf(other) === own);
  const outer = members.find((other) => own.startsWith(`${endpointOf(other)}/`));
  return [
    ...(call === undefined ? [] : [finding('R204', path, { endpoint: own })]),
    ...(same ? [finding('R203', path, { endpoint: own, file: same.file })] : []),
    ...(outer ? [finding('R205', path, { endpoint: own, file: outer.file })] : []),
  ];
}

function endpointOf({ subject }: Member): string {
  const { endpoint, name } = subject.declaration;
  return endpoint ?? name.replaceAll('_', '-');
}

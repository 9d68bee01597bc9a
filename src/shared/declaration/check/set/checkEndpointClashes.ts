import { finding, type Finding, type Path } from '../Problem.ts';
import { endpointOf, type DeclarationSet, type Member } from './DeclarationSet.ts';

/**
 * R203 to R205: every call belongs to one resource. `a/b` below `a` would be the record `b` of it. Of two files the
 * second one is wrong, if it is not wrong by its name already.
 */
export function checkEndpointClashes(member: Member, { environment, named, at }: DeclarationSet): Finding[] {
  const { endpoint, name } = member.subject.declaration;
  const own = endpointOf(member);
  const path: Path = [endpoint === undefined ? 'name' : 'endpoint'];
  const same = at(own);
  const isSecond = same !== undefined && same !== member && named(name) !== same;
  const outer = outerEndpoints(own).flatMap((one) => at(one) ?? [])[0];
  return [
    ...(environment.calls?.includes(`/${own}`) ? [finding('R204', path, { endpoint: own })] : []),
    ...(isSecond ? [finding('R203', path, { endpoint: own, file: same.file })] : []),
    ...(outer ? [finding('R205', path, { endpoint: own, file: outer.file })] : []),
  ];
}

/** `a/b/c` → `a/b`, `a` */
function outerEndpoints(endpoint: string): string[] {
  const outer = endpoint.replace(/\/?[^/]*$/, '');
  return outer === '' ? [] : [outer, ...outerEndpoints(outer)];
}

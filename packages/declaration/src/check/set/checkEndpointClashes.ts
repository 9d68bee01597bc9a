import { finding, type Finding, type Path } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import { endpointOf, hasEndpoint, type Member } from './Member.ts';

/** Calls below a resource's endpoint besides those for its records. */
const FIXED = ['', '/summary', '/export', '/files'];

/**
 * R203 to R205 and R232: each call belongs to one resource. `a/b` below `a` would be its record `b`. Of two conflicting
 * files, the one with the weaker claim gets the error (`rightsToEndpoints`), unless its name is already an error.
 */
export function checkEndpointClashes(member: Member, { environment, named, endpoints }: DeclarationSet): Finding[] {
  if (!hasEndpoint(member)) return [];
  const { file, subject } = member;
  const { endpoint, name } = subject.declaration;
  const own = endpointOf(member);
  const path: Path = [endpoint === undefined ? 'name' : 'endpoint'];
  const holder = endpoints.get(own);
  const isSecond = holder !== undefined && holder.file !== file && named(name)?.file !== holder.file;
  const rank = isSecond ? Infinity : (holder?.rank ?? Infinity);
  const others = [...endpoints].filter(([, other]) => other.file !== file);
  const outer = others.find(([other, { rank: theirs }]) => isBelow(own, other) && theirs <= rank)?.[1];
  const inner = others.find(([other, { rank: theirs }]) => isBelow(other, own) && theirs < rank)?.[1];
  const isTaken = FIXED.some((end) => environment.calls?.includes(`/${own}${end}`));
  return [
    ...(isTaken ? [finding('R204', path, { endpoint: own })] : []),
    ...(isSecond ? [finding('R203', path, { endpoint: own, file: holder.file })] : []),
    ...(outer ? [finding('R205', path, { endpoint: own, file: outer.file })] : []),
    ...(inner ? [finding('R232', path, { endpoint: own, file: inner.file })] : []),
  ];
}

/** True if `inner` is below `outer`, as `a/b` is below `a`. */
export function isBelow(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}/`);
}

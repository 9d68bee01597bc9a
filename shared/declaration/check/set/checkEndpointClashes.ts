import { finding, type Finding, type Path } from '../Problem.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import { endpointOf, type Member } from './Member.ts';

/** Calls that a resource has besides its records, below its endpoint. */
const FIXED = ['', '/summary', '/export', '/files'];

/**
 * R203 to R205 and R232: every call belongs to one resource. `a/b` below `a` would be the record `b` of it. Of two files
 * the one with the weaker right is wrong (`rightsToEndpoints`), if it is not wrong by its name already.
 */
export function checkEndpointClashes(member: Member, { environment, named, endpoints }: DeclarationSet): Finding[] {
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

/** `a/b` is below `a`. */
export function isBelow(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}/`);
}

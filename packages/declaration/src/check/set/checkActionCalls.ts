import { isKeptByCode } from '../CheckEnvironment.ts';
import { nearest } from '../nearest.ts';
import { finding, type Finding } from '../Problem.ts';
import { isBelow } from './checkEndpointClashes.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import { endpointOf, type Member } from './Member.ts';

/**
 * R230: an action that the server executes must have a path below its own resource's endpoint, so that it can't take a
 * call of another resource or of the server. Without `set` and `create`, it may name one of the server's calls, which then executes
 * it.
 */
export function checkActionCalls(member: Member, { environment }: DeclarationSet): Finding[] {
  const { name, actions = [] } = member.subject.declaration;
  const own = endpointOf(member);
  return actions.flatMap(({ path, set, create }, at) => {
    const isSaid = set !== undefined || create !== undefined;
    const isHere = isSaid || isKeptByCode(environment, name);
    if (path === undefined || !isHere || path === own || isBelow(path, own)) return [];
    if (!isSaid && environment.calls?.includes(`/${path}`)) return [];
    return [finding('R230', ['actions', at, 'path'], { endpoint: own })];
  });
}

/** R214: the page of an action must be a handwritten one. */
export function checkActionPages(
  { subject: { declaration } }: Member,
  { environment: { builtInPages } }: DeclarationSet,
): Finding[] {
  if (!builtInPages) return [];
  return (declaration.actions ?? []).flatMap(({ page }, at) => {
    if (page === undefined || builtInPages.includes(page)) return [];
    return [finding('R214', ['actions', at, 'page'], { page }, { suggestion: nearest(page, builtInPages) })];
  });
}

import { isKeptByCode } from '../CheckEnvironment.ts';
import { finding, type Finding } from '../Problem.ts';
import { isBelow } from './checkEndpointClashes.ts';
import type { DeclarationSet } from './DeclarationSet.ts';
import { endpointOf, type Member } from './Member.ts';

/**
 * R230: an action that the server executes must have a path below its own resource's endpoint, so that it can't take a
 * call of another resource or of the server. Without `set`, it may name one of the server's calls, which then executes
 * it.
 */
export function checkActionCalls(member: Member, { environment }: DeclarationSet): Finding[] {
  const { name, actions = [] } = member.subject.declaration;
  const own = endpointOf(member);
  return actions.flatMap(({ path, set }, at) => {
    const isHere = set !== undefined || isKeptByCode(environment, name);
    if (path === undefined || !isHere || path === own || isBelow(path, own)) return [];
    if (set === undefined && environment.calls?.includes(`/${path}`)) return [];
    return [finding('R230', ['actions', at, 'path'], { endpoint: own })];
  });
}

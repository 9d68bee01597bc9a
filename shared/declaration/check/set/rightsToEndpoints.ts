import type { CheckedDeclaration } from '../checkDeclaration.ts';
import { isKeptByCode, type CheckEnvironment } from '../CheckEnvironment.ts';
import { endpointOf, isNamedAsFile, type Member } from './Member.ts';

/** The file that an endpoint belongs to. */
export interface EndpointHolder {
  file: string;
  /** How good its right is: a lower number wins. */
  rank: number;
}

/**
 * Decides which file each endpoint belongs to, whatever the files are called and in whatever order they are read:
 *
 * 1. the resource that runs on it now, for as long as its file is there;
 * 2. the resource that ran on it last, before the server was started, unless its file has since named another one;
 * 3. a resource whose records the server's own code keeps;
 * 4. the first file that names it; one that is not called as it calls itself comes last, since it can't be used.
 */
export function rightsToEndpoints(
  checked: readonly CheckedDeclaration[],
  members: readonly Member[],
  environment: CheckEnvironment,
): ReadonlyMap<string, EndpointHolder> {
  const { running = new Map<string, string>(), remembered = new Map<string, string>() } = environment;
  const holders = new Map<string, EndpointHolder>();
  const files = new Map(checked.toReversed().map((one) => [one.name, one]));
  const give = (endpoint: string, file: string, rank: number) => {
    if (!holders.has(endpoint)) holders.set(endpoint, { file, rank });
  };

  for (const [endpoint, name] of running) {
    const holder = files.get(name);
    if (holder) give(endpoint, holder.file, 1);
  }
  for (const [endpoint, name] of remembered) {
    const holder = files.get(name);
    const subject = holder?.subject;
    if (holder && (!subject || endpointOf({ subject }) === endpoint)) give(endpoint, holder.file, 2);
  }
  const named = members.filter(isNamedAsFile);
  for (const member of named.filter(({ name }) => isKeptByCode(environment, name))) {
    give(endpointOf(member), member.file, 3);
  }
  for (const member of named) give(endpointOf(member), member.file, 4);
  for (const member of members) give(endpointOf(member), member.file, 5);
  return holders;
}

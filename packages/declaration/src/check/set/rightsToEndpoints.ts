import type { CheckedDeclaration } from '../checkDeclaration.ts';
import { isKeptByCode, type CheckEnvironment } from '../CheckEnvironment.ts';
import { endpointOf, hasEndpoint, isNamedAsFile, type Member } from './Member.ts';

/** The file that owns an endpoint. */
export interface EndpointHolder {
  file: string;
  /** Strength of its claim: a lower number wins. */
  rank: number;
}

/**
 * Determines which file owns each endpoint, regardless of file names and reading order:
 *
 * 1. the resource that currently runs on it, as long as its file exists;
 * 2. the resource that last ran on it before the server was started, unless its file now names another endpoint;
 * 3. a resource whose records the server's own code stores;
 * 4. the first file that names it. A file with another name than its resource comes last, because it can't be used.
 */
export function rightsToEndpoints(
  checked: readonly CheckedDeclaration[],
  all: readonly Member[],
  environment: CheckEnvironment,
): ReadonlyMap<string, EndpointHolder> {
  const { running = new Map<string, string>(), remembered = new Map<string, string>() } = environment;
  const members = all.filter(hasEndpoint);
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
    if (holder && (!subject || (hasEndpoint({ subject }) && endpointOf({ subject }) === endpoint)))
      give(endpoint, holder.file, 2);
  }
  const named = members.filter(isNamedAsFile);
  for (const member of named.filter(({ name }) => isKeptByCode(environment, name))) {
    give(endpointOf(member), member.file, 3);
  }
  for (const member of named) give(endpointOf(member), member.file, 4);
  for (const member of members) give(endpointOf(member), member.file, 5);
  return holders;
}

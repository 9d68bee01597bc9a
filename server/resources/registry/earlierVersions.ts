import path from 'node:path';
import type { Resource } from '@merchant-console/declaration';
import { checkDeclaration, type DeclarationFile } from '@merchant-console/declaration/check';
import type { PlacedProblem } from './PlacedProblem.ts';

/** A version that was valid when a server last ran. */
export interface Earlier {
  text: string;
  resource: Resource;
}

/** Problems that only concern what a file says of other files, such as a reference to a removed one. */
const OF_OTHERS = ['R206', 'R207', 'R208', 'R209', 'R211'];

interface Lacking {
  /** True if a resource has no valid version in this process. */
  isLacking(name: string): boolean;
  /** Texts of the last valid versions by name. */
  stored: ReadonlyMap<string, string>;
}

/**
 * The versions to use in place of invalid files after a restart. They are checked like files, because the server may have
 * been upgraded, and endpoints may belong to other resources by now.
 */
export async function earlierVersions(
  files: readonly DeclarationFile[],
  { isLacking, stored }: Lacking,
  check: (files: DeclarationFile[]) => Promise<{ problems: readonly PlacedProblem[] }>,
): Promise<ReadonlyMap<string, Earlier>> {
  const versions = files.map(({ file, text }) => {
    const name = path.basename(file, '.json');
    const last = isLacking(name) ? stored.get(name) : undefined;
    return { file, name, text: last ?? text, isReplaced: last !== undefined };
  });
  if (versions.every(({ isReplaced }) => !isReplaced)) return new Map();
  const { problems } = await check(versions);
  const isFatal = ({ id, severity }: PlacedProblem) => severity === 'error' && !OF_OTHERS.includes(id);
  const bad = new Set(problems.filter(isFatal).map(({ file }) => file));
  const usable = versions.flatMap(({ file, name, text, isReplaced }): [string, Earlier][] => {
    const resource = isReplaced && !bad.has(file) ? checkDeclaration(file, text).resource : null;
    return resource ? [[name, { text, resource }]] : [];
  });
  return new Map(usable);
}

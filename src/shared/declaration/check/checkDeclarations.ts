import type { Resource } from '../resource.ts';
import { byPlace, checkDeclaration } from './checkDeclaration.ts';
import type { CheckEnvironment } from './CheckEnvironment.ts';
import type { Problem } from './Problem.ts';
import { MENU } from './set/checkMenu.ts';
import { checkSet } from './set/checkSet.ts';

export type { CheckEnvironment, OwnIndexes } from './CheckEnvironment.ts';
export type { Problem } from './Problem.ts';

/** A file of the resources folder. */
export interface DeclarationFile {
  /** `suppliers.json`, with or without its folder. */
  file: string;
  text: string;
}

export interface CheckedDeclarations {
  /** By name, of the files without errors. */
  resources: Map<string, Resource>;
  /** In the order of the files and of their lines. */
  problems: Problem[];
}

/**
 * Everything that is wrong in a whole folder of declarations, and the resources that can be used. Never throws: a bad
 * file has problems and no resource, and the others are not touched by it.
 */
export function checkDeclarations(
  files: readonly DeclarationFile[],
  environment: CheckEnvironment = {},
): CheckedDeclarations {
  const checked = files.map(({ file, text }) => checkDeclaration(file, text));
  const whole = checkSet(checked, environment);
  const ofFiles = checked.flatMap(({ file, problems }) =>
    [...problems, ...whole.filter((problem) => problem.file === file)].toSorted(byPlace),
  );
  const problems = [...ofFiles, ...whole.filter(({ file }) => file === MENU)];
  const bad = new Set(problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : [])));
  const usable = checked.flatMap(({ file, resource }) => (resource && !bad.has(file) ? [resource] : []));
  return { resources: new Map(usable.map((resource) => [resource.name, resource])), problems };
}

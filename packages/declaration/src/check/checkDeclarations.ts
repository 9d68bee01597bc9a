import type { Resource } from '../resource.ts';
import { byPlace, checkDeclaration, type CheckedDeclaration } from './checkDeclaration.ts';
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
  /** Resources by name, of the files without errors. */
  resources: Map<string, Resource>;
  /** Ordered by file and line. */
  problems: Problem[];
}

/** The last result of each file, by file name. */
export type CheckedFiles = Map<string, { text: string; checked: CheckedDeclaration }>;

/**
 * Checks a whole folder of declarations and returns the resources that can be used. Never throws. An invalid file has
 * problems and no resource, and doesn't affect the others.
 */
export function checkDeclarations(
  files: readonly DeclarationFile[],
  environment: CheckEnvironment = {},
): CheckedDeclarations {
  const steps = checkInSteps(files, environment, new Map());
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Like `checkDeclarations`, but in steps of a few milliseconds, for a server with other work in between.
 * @param known results of the previous check, updated in place; unchanged files aren't parsed again
 */
export function* checkInSteps(
  files: readonly DeclarationFile[],
  environment: CheckEnvironment,
  known: CheckedFiles,
): Generator<void, CheckedDeclarations, void> {
  const before = new Map(known);
  known.clear();
  const checked: CheckedDeclaration[] = [];
  for (const { file, text } of files) {
    const last = before.get(file);
    const one = last?.text === text ? last.checked : checkDeclaration(file, text, environment);
    known.set(file, { text, checked: one });
    checked.push(one);
    if (one !== last?.checked) yield;
  }
  const whole = yield* checkSet(checked, environment);
  const ofFile = new Map<string, Problem[]>();
  for (const problem of whole) ofFile.set(problem.file, [...(ofFile.get(problem.file) ?? []), problem]);
  const ofFiles = checked.flatMap(({ file, problems }) => [...problems, ...(ofFile.get(file) ?? [])].toSorted(byPlace));
  const problems = [...ofFiles, ...(ofFile.get(MENU) ?? [])];
  const bad = new Set(problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : [])));
  const usable = checked.flatMap(({ file, resource }) => (resource && !bad.has(file) ? [resource] : []));
  return { resources: new Map(usable.map((resource) => [resource.name, resource])), problems };
}

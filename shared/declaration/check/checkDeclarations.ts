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
  /** By name, of the files without errors. */
  resources: Map<string, Resource>;
  /** In the order of the files and of their lines. */
  problems: Problem[];
}

/** What was found in each file when it was read last, by its name. */
export type CheckedFiles = Map<string, { text: string; checked: CheckedDeclaration }>;

/**
 * Everything that is wrong in a whole folder of declarations, and the resources that can be used. Never throws: a bad
 * file has problems and no resource, and the others are not touched by it.
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
 * The same in steps of a few milliseconds each, for a server that has other things to do between them.
 * @param known of the check before: files that have not changed since are not read again. Is brought up to date
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
    const one = last?.text === text ? last.checked : checkDeclaration(file, text);
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

import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkDeclarations } from '../check/checkDeclarations.ts';
import type { CheckEnvironment } from '../check/CheckEnvironment.ts';
import { nearest } from '../check/nearest.ts';
import type { Problem } from '../check/Problem.ts';
import { problemText } from '../check/problemText.ts';
import type { Translate } from '../texts/translator.ts';
import { readDeclarations, readFolder } from './readFolder.ts';
import { UsageError } from './UsageError.ts';

interface CheckOptions {
  folder: string;
  /**
   * Print only problems of these files, or of the folder's resources of these names; of all files of the folder if empty.
   * They are checked together with the folder.
   */
  files: readonly string[];
  environment: CheckEnvironment;
  translate: Translate;
  now(): Date;
  print(line: string): void;
}

/**
 * Prints a line for each problem and a summary.
 * @returns exit status: 1 if there is an error
 * @throws {UsageError} if a file doesn't exist
 */
export async function checkFolder(options: CheckOptions): Promise<number> {
  const { folder, files: named, environment, translate, now, print } = options;
  const began = now().getTime();
  const names = [...(await readFolder(folder)).keys()];
  const files = named.map((name) => fileOf(folder, name, names));
  const all = await readDeclarations(folder, files);
  const wanted = new Set(files.length > 0 ? files.map((file) => path.normalize(file)) : all.map(({ file }) => file));
  const { problems: found } = checkDeclarations(all, environment);
  const problems = files.length > 0 ? found.filter(({ file }) => wanted.has(file)) : found;
  const took = now().getTime() - began;
  for (const problem of problems) print(problemLine(problem, translate));
  const count = (severity: string) => problems.filter((problem) => problem.severity === severity).length;
  const sum = [many(count('error'), 'error'), many(count('warning'), 'warning')].join(', ');
  print(`${many(wanted.size, 'file')} checked in ${took} ms: ${sum}.`);
  return count('error') > 0 ? 1 : 0;
}

/** The path of a file that is named by its path or, as in a menu, by its resource. */
function fileOf(folder: string, named: string, names: readonly string[]): string {
  if (existsSync(named)) return named;
  if (names.includes(`${named}.json`)) return path.join(folder, `${named}.json`);
  const resources = names.map((name) => path.basename(name, '.json'));
  const hint = didYouMean(path.basename(named, '.json'), resources);
  throw new UsageError(`There is no file “${named}”, and no resource of this name in ${folder}.${hint}`);
}

/** A question to append to a message; empty if nothing is similar. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const suggestion = nearest(word, candidates);
  return suggestion === undefined ? '' : ` Did you mean “${suggestion}”?`;
}

/** `resources/suppliers.json:7:15 R012 …`, a format that terminals and editors turn into a link. */
export function problemLine(problem: Problem, translate: Translate): string {
  const { file, line, column, id, severity } = problem;
  const mark = severity === 'warning' ? ' warning:' : '';
  return `${file}:${line}:${column} ${id}${mark} ${problemText(problem, translate)}`;
}

function many(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

import path from 'node:path';
import type { Problem } from '#shared/declaration/check/checkDeclarations.ts';
import { problemText } from '#shared/declaration/check/problemText.ts';
import { createTranslator, type Translate } from '#shared/i18n/translator.ts';
import type { Clock } from '#server/clock.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { checkForServer, readDeclarations } from './checkFolder.ts';

interface CheckOptions {
  folder: string;
  /**
   * Print only problems of these files; of all files of the folder if empty. They are checked together with the folder.
   */
  files: readonly string[];
  clock: Clock;
  print(line: string): void;
}

/**
 * Prints a line for each problem and a summary.
 * @returns exit status: 1 if there is an error
 */
export async function check({ folder, files, clock, print }: CheckOptions): Promise<number> {
  const texts = await loadMessages('i18n');
  const began = clock.now().getTime();
  const all = await readDeclarations(folder, files);
  const wanted = new Set(files.length > 0 ? files.map((file) => path.normalize(file)) : all.map(({ file }) => file));
  const { problems: found } = await checkForServer(all, texts);
  const problems = files.length > 0 ? found.filter(({ file }) => wanted.has(file)) : found;
  const took = clock.now().getTime() - began;
  const translate = createTranslator(texts.en, 'en');
  for (const problem of problems) print(lineOf(problem, translate));
  const count = (severity: string) => problems.filter((problem) => problem.severity === severity).length;
  const sum = [many(count('error'), 'error'), many(count('warning'), 'warning')].join(', ');
  print(`${many(wanted.size, 'file')} checked in ${took} ms: ${sum}.`);
  return count('error') > 0 ? 1 : 0;
}

/** `resources/suppliers.json:7:15 R012 …`, a format that terminals and editors turn into a link. */
export function lineOf(problem: Problem, translate: Translate): string {
  const { file, line, column, id, severity } = problem;
  const mark = severity === 'warning' ? ' warning:' : '';
  return `${file}:${line}:${column} ${id}${mark} ${problemText(problem, translate)}`;
}

function many(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

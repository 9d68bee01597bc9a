import { existsSync } from 'node:fs';
import path from 'node:path';
import { everyCall } from '#shared/contract/everyCall.ts';
import {
  checkDeclarations,
  type CheckedDeclarations,
  type CheckEnvironment,
  type DeclarationFile,
  type Problem,
  nearest,
  problemText,
} from '@merchant-console/declaration/check';
import type { Language } from '@merchant-console/declaration/languages';
import { createTranslator, type Messages, type Translate } from '@merchant-console/declaration';
import { componentsWith } from '#shared/shippedComponents.ts';
import { BUILT_IN_PERMISSIONS } from '#server/access/entitlements.ts';
import { MENU_TEMPLATES } from '#server/access/menuTemplates.ts';
import { BUILT_IN_PAGE_NAMES } from '#server/access/permissionToOpen.ts';
import type { Clock } from '#server/clock.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { OWN_INDEXES } from '#server/modules/ownIndexes.ts';
import { UsageError } from '../commandLine.ts';
import { readComponentKeys, readDeclaration, readFolder } from '#server/resources/registry/readFolder.ts';

/**
 * Reads the declarations of a folder, named relative to the working directory. A file of `others` replaces the folder's
 * file of the same name.
 * @throws {Error} if a file can't be read
 */
export async function readDeclarations(folder: string, others: readonly string[] = []): Promise<DeclarationFile[]> {
  const files = new Map<string, DeclarationFile>();
  for (const [name, text] of await readFolder(folder)) files.set(name, { file: path.join(folder, name), text });
  for (const file of others) {
    files.set(path.basename(file), { file: path.normalize(file), text: await readDeclaration(file) });
  }
  return [...files.values()];
}

/**
 * Checks declarations against this server's code, without its database: of the menus only the templates of new tenants.
 */
export async function checkForServer(
  files: readonly DeclarationFile[],
  texts: Record<Language, Messages>,
): Promise<CheckedDeclarations> {
  const entries = Object.values(MENU_TEMPLATES).flat();
  const environment: CheckEnvironment = {
    calls: everyCall.map((call) => call.path),
    permissions: Object.values(BUILT_IN_PERMISSIONS).flat(),
    menu: entries
      .flatMap((entry) => [entry, ...entry.pages])
      .flatMap(({ componentPath }) => (componentPath === null ? [] : [componentPath])),
    builtInPages: BUILT_IN_PAGE_NAMES,
    indexes: OWN_INDEXES,
    components: componentsWith(await readComponentKeys()),
    texts,
  };
  return checkDeclarations(files, environment);
}

interface CheckOptions {
  folder: string;
  /**
   * Print only problems of these files, or of the folder's resources of these names; of all files of the folder if empty.
   * They are checked together with the folder.
   */
  files: readonly string[];
  clock: Clock;
  print(line: string): void;
}

/**
 * Prints a line for each problem and a summary.
 * @returns exit status: 1 if there is an error
 * @throws {UsageError} if a file doesn't exist
 */
export async function check({ folder, files: named, clock, print }: CheckOptions): Promise<number> {
  const texts = await loadMessages('i18n');
  const began = clock.now().getTime();
  const names = [...(await readFolder(folder)).keys()];
  const files = named.map((name) => fileOf(folder, name, names));
  const all = await readDeclarations(folder, files);
  const wanted = new Set(files.length > 0 ? files.map((file) => path.normalize(file)) : all.map(({ file }) => file));
  const { problems: found } = await checkForServer(all, texts);
  const problems = files.length > 0 ? found.filter(({ file }) => wanted.has(file)) : found;
  const took = clock.now().getTime() - began;
  const translate = createTranslator(texts.en, 'en');
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

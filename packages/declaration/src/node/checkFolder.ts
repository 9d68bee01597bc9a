import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkDeclarations, type DeclarationFile } from '../check/checkDeclarations.ts';
import type { CheckEnvironment } from '../check/CheckEnvironment.ts';
import { nearest } from '../check/nearest.ts';
import type { Translate } from '../texts/translator.ts';
import { readDeclarations, readFolder } from './readFolder.ts';
import { isReportFormat, REPORT_FORMATS, reportLines, type ReportFormat } from './report.ts';
import { UsageError } from './UsageError.ts';
import { watchFolder } from './watchFolder.ts';

/** Options of `resources check`, for `parseArgs`. */
export const CHECK_OPTIONS = {
  format: { type: 'string' },
  json: { type: 'boolean' },
  watch: { type: 'boolean' },
} as const;

interface CheckCommand {
  values: { folder: string; format?: string; json?: boolean; watch?: boolean };
  /**
   * Print only problems of these files, or of the folder's resources of these names; of all files of the folder if empty.
   * They are checked together with the folder.
   */
  files: readonly string[];
  /** Called before each check, because what it reads may have changed, too. */
  prepare(): Promise<{
    environment: CheckEnvironment;
    /** Declarations that the folder is checked together with. */
    others?: readonly DeclarationFile[];
    translate: Translate;
  }>;
  now(): Date;
  output: { write(text: string): unknown; hasColors?(): boolean };
}

/**
 * `resources check`: prints the folder's problems, with `--watch` again after each change until the process is interrupted.
 * @returns exit status: 1 if there is an error
 * @throws {UsageError} if a file or the format doesn't exist
 */
export async function checkFolder({ values, files, prepare, now, output }: CheckCommand): Promise<number> {
  const { folder, json, watch } = values;
  const format = json ? 'json' : formatOf(values.format);
  async function checkOnce(): Promise<number> {
    const { environment, others = [], translate } = await prepare();
    const began = now().getTime();
    const report = await reportOn(folder, files, { environment, others });
    const ms = now().getTime() - began;
    const lines = reportLines({ ...report, ms }, { format, translate, colors: output.hasColors?.() ?? false });
    output.write(lines.map((line) => `${line}\n`).join(''));
    return report.problems.some(({ severity }) => severity === 'error') ? 1 : 0;
  }
  return watch ? watchFolder(folder, checkOnce) : checkOnce();
}

function formatOf(given = 'text'): ReportFormat {
  if (isReportFormat(given)) return given;
  const hint = didYouMean(given, REPORT_FORMATS);
  throw new UsageError(`There is no format “${given}”; there are ${REPORT_FORMATS.join(', ')}.${hint}`);
}

async function reportOn(
  folder: string,
  named: readonly string[],
  { environment, others }: { environment: CheckEnvironment; others: readonly DeclarationFile[] },
) {
  const names = [...(await readFolder(folder)).keys()];
  const files = named.map((name) => fileOf(folder, name, names));
  const all = await readDeclarations(folder, files);
  const wanted = new Set(files.length > 0 ? files.map((file) => path.normalize(file)) : all.map(({ file }) => file));
  const { problems: found } = checkDeclarations([...others, ...all], environment);
  return { files: wanted.size, problems: files.length > 0 ? found.filter(({ file }) => wanted.has(file)) : found };
}

/** The path of a file that is named by its path or, as in a menu, by its resource. */
function fileOf(folder: string, named: string, names: readonly string[]): string {
  if (statSync(named, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`“${named}” is a folder. To check all its files, use --folder ${named}`);
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

import { existsSync } from 'node:fs';
import path from 'node:path';
import { BUILT_PROGRAMS } from './programsSetup.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');

/**
 * Node's arguments for running a TypeScript file of the project: the program built by `programsSetup` if there is one,
 * otherwise the file itself through tsx.
 */
export function nodeArguments(file: string): string[] {
  const folder = process.env[BUILT_PROGRAMS];
  const built = path.join(folder ?? '', path.relative(PROJECT, path.resolve(PROJECT, file)).replace(/\.ts$/, '.mjs'));
  return folder !== undefined && existsSync(built) ? [built] : ['--import', 'tsx', file];
}

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_FOLDER } from './project.mjs';

/**
 * Runs a TypeScript file as this process's program: it receives the signals, and its exit code becomes the process's.
 * The packages must be installed.
 * @param {string} file relative to the project's folder
 * @param {string[]} args passed as `process.argv.slice(2)`
 */
export async function runTypeScript(file, args) {
  const { register } = await import('tsx/esm/api');
  register();
  process.setSourceMapsEnabled(true);
  const program = path.resolve(PROJECT_FOLDER, file);
  process.argv.splice(1, process.argv.length, program, ...args);
  await import(pathToFileURL(program).href);
}

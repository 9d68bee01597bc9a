import { fileURLToPath } from 'node:url';

/** Path of the project's folder, with a trailing separator. */
export const PROJECT_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/**
 * Prints a sentence for the user of the terminal and ends the program with status 1.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  process.stderr.write(`\n${sentence}\n\n`);
  process.exit(1);
}

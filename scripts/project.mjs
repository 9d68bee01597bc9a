import { fileURLToPath } from 'node:url';

/** Folder of the project, with a separator at its end. */
export const PROJECT_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/**
 * Ends the program with a sentence for the person at the terminal.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  process.stderr.write(`\n${sentence}\n\n`);
  process.exit(1);
}

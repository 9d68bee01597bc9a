import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The release whose file layer `DurableNodeFs` was written for and tried with, by cutting the power (docs/decisions). */
export const TESTED_PGLITE_VERSION = '0.5.16';

/** Another release of PGlite is installed than the one whose durability was tried. */
export class PgliteVersionError extends Error {
  constructor(installed: string) {
    super(
      `PGlite ${installed} is installed, but only ${TESTED_PGLITE_VERSION} was tried for keeping data when the power fails. ` +
        `Install that one (npm ci), or use PostgreSQL (DATABASE_URL).`,
    );
    this.name = 'PgliteVersionError';
  }
}

/** @throws PgliteVersionError */
export function checkPgliteVersion(installed: string): void {
  if (installed !== TESTED_PGLITE_VERSION) throw new PgliteVersionError(installed);
}

const packageSchema = z.object({ version: z.string() });

export async function installedPgliteVersion(): Promise<string> {
  // The package does not export its package.json; its main file lies one folder below it.
  const file = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json');
  return packageSchema.parse(JSON.parse(await readFile(file, 'utf8'))).version;
}

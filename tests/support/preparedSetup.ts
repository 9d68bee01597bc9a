import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Environment variable that tells the workers of a run where prepared databases are kept. */
export const PREPARED_FOLDER = 'PREPARED_DATABASES';

/** Vitest's `globalSetup`: a folder for the prepared databases of this run, see `preparedDatabase`. */
export default async function setup(): Promise<() => Promise<void>> {
  // One for all projects of the run.
  if (process.env[PREPARED_FOLDER] !== undefined) return async () => {};
  const folder = await mkdtemp(path.join(tmpdir(), 'prepared-'));
  process.env[PREPARED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { quickFolder } from './quickFolder.ts';

/** Environment variable with the folder of prepared databases, for the workers of a run. */
export const PREPARED_FOLDER = 'PREPARED_DATABASES';

/** Vitest's `globalSetup`. Creates the folder for this run's prepared databases, see `preparedDatabase`. */
export default async function setup(): Promise<() => Promise<void>> {
  // Shared by all projects of the run.
  if (process.env[PREPARED_FOLDER] !== undefined) return async () => {};
  const folder = await mkdtemp(path.join(await quickFolder(), 'prepared-'));
  process.env[PREPARED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

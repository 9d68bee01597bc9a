import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#server/db/connect.ts';
import { TESTED_PGLITE_VERSION } from '#server/db/embedded/openEmbedded.ts';
import { systemClock } from '#server/clock.ts';
import { PREPARED_FOLDER } from './preparedSetup.ts';

const CACHE = join(import.meta.dirname, '../../.cache/tests');

/** Data folder of an empty embedded database, created once (5 s) and kept for later runs. */
export async function embeddedTemplate(): Promise<string> {
  const template = join(CACHE, `embedded-${TESTED_PGLITE_VERSION}`);
  if (await stat(template).catch(() => null)) return template;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  const db = await connect({ dataDir: draft, clock: systemClock });
  await db.close();
  // Another test process may have created it first.
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  return template;
}

/**
 * Creates a temporary data folder with an embedded database for one test. Opening it takes 0.5 s.
 * @param options.template data folder to copy. Default: an empty embedded database
 */
export async function embeddedDataDir({ template }: { template?: string } = {}): Promise<{
  dataDir: string;
  remove: () => Promise<void>;
}> {
  // A run that is interrupted deletes this folder, too.
  const dataDir = await mkdtemp(join(process.env[PREPARED_FOLDER] ?? tmpdir(), 'data-'));
  await cp(template ?? (await embeddedTemplate()), dataDir, { recursive: true });
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

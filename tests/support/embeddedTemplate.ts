import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#server/db/connect.ts';
import { TESTED_PGLITE_VERSION } from '#server/db/embedded/openEmbedded.ts';
import { systemClock } from '#server/clock.ts';

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

interface DataDirOptions {
  /** Data folder to copy. Default: an empty embedded database. */
  template?: string;
  /** Folder in which the data folder is created. */
  parent?: string;
}

/** Creates a temporary data folder with an embedded database for one test. Opening it takes 0.5 s. */
export async function embeddedDataDir({ template, parent = tmpdir() }: DataDirOptions = {}): Promise<{
  dataDir: string;
  remove: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(join(parent, 'data-'));
  await cp(template ?? (await embeddedTemplate()), dataDir, { recursive: true });
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

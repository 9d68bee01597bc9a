import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, startPostgres } from '#tests/support/postgres.ts';
import type { Place } from './serverProcess.ts';

/** Measures on each named database, `embedded` and `postgres`, one after the other. Cleans up afterwards. */
export async function onDatabases(names: string, measure: (place: Place) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  try {
    if (names.includes('embedded')) {
      await measure({ name: 'embedded', environment: { DATA_DIR: dataDir, DATABASE_URL: '' } });
    }
    if (names.includes('postgres')) {
      const postgres = await startPostgres();
      try {
        const { url } = await createDatabase(postgres.url);
        await measure({ name: 'postgres', environment: { DATA_DIR: dataDir, DATABASE_URL: url } });
      } finally {
        await postgres.stop();
      }
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

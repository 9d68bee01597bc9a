import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { PROJECT_FOLDER } from '#server/process/open.ts';
import { buildPlainConsole } from '../plainConsole/buildPlainConsole.ts';
import { type Place, startServer } from '../serverProcess.ts';
import { consoleAt, plainConsoleAt, type Site } from './Site.ts';

const BUILT_CONSOLE = path.join(PROJECT_FOLDER, 'dist', 'console');
const SERVE = path.join(import.meta.dirname, 'serve.ts');

export interface Sites {
  console: Site;
  plain: Site;
}

/** Serves both consoles, each in its own process, from one database with the demo's data. */
export async function withSites(place: Place, measure: (sites: Sites, db: Db) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plain-console-'));
  const { DATABASE_URL: databaseUrl = '', DATA_DIR: dataDir = '' } = place.environment;
  const db = await connect({ databaseUrl, dataDir, clock: systemClock });
  const stops = [() => db.close(), () => rm(folder, { recursive: true, force: true })];
  const serve = async (built: string) => {
    // Vite has set NODE_ENV to production in this process, where there is no demo.
    const environment = { ...place.environment, NODE_ENV: 'development' };
    const server = await startServer({ ...place, environment }, [SERVE, built]);
    stops.unshift(server.stop);
    return server.url;
  };
  try {
    await buildPlainConsole(folder);
    await measure({ console: consoleAt(await serve(BUILT_CONSOLE)), plain: plainConsoleAt(await serve(folder)) }, db);
  } finally {
    for (const stop of stops) await stop();
  }
}

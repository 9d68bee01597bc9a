import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { hashPassword } from '#server/crypto/password.ts';
import type { Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { seedDemo } from '#demo/seedDemo.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import type { Worker } from '#server/modules/Module.ts';
import { readConfig } from '#server/process/config.ts';
import { open, PROJECT_FOLDER } from '#server/process/open.ts';
import type { Place } from '../serverProcess.ts';

export interface HereServer {
  url: string;
  /** The watched folder of declarations, a copy of the project's. */
  folder: string;
  db: Db;
  /** A worker of this subject, such as `import`, which isn't started. */
  worker(subject: string): Worker;
  /** Milliseconds of the event loop's longest stall since the previous call. */
  worstStall(): number;
  stop(): Promise<void>;
}

/** Resolution of the stall measurement, in milliseconds. */
const RESOLUTION = 5;

/**
 * Runs the server with the demo's tenants in this process, where its event loop can be watched.
 * @param more declarations besides the shipped ones
 */
export async function startHere(place: Place, more: readonly { name: string }[] = []): Promise<HereServer> {
  const config = readConfig({ ...place.environment, DATA_KEY: '0123456789abcdef'.repeat(4), DEMO: '0' });
  const { db, cipher, close } = await open(config, systemClock, silentLog);
  await seedDemo(db, {
    seed: 7,
    orders: 300,
    now: systemClock.now(),
    existing: 'keep',
    hashPassword,
    cipher,
    onProgress: () => {},
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-resources-'));
  await cp(path.join(PROJECT_FOLDER, 'resources'), folder, { recursive: true });
  for (const one of more) await writeFile(path.join(folder, `${one.name}.json`), JSON.stringify(one));
  const app = await buildApp({
    db,
    clock: systemClock,
    cipher,
    productTitle: 'Bench',
    sessionIdleMinutes: 60,
    resourcesFolder: folder,
    messages: await loadMessages(path.join(PROJECT_FOLDER, 'i18n')),
    limits: { perMinute: 1_000_000, signInsPerMinute: 1_000_000 },
    trustedProxies: 0,
    logLevel: 'silent',
    verifyAnswers: false,
    development: false,
    serveConsole: null,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  return {
    url,
    folder,
    db,
    worker(subject) {
      const found = app.workers().find((worker) => worker.subject === subject);
      if (!found) throw new Error(`no worker of ${subject}`);
      return found;
    },
    worstStall() {
      const worst = delays.max / 1e6 - RESOLUTION;
      delays.reset();
      return Math.max(0, worst);
    },
    async stop() {
      delays.disable();
      await app.close();
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#server/clock.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { readConfig } from '#server/process/config.ts';
import { open, type Opened } from '#server/process/open.ts';
import { type Child, childProcess } from '#tests/support/childProcess.ts';
import type { CrashPlace } from './CrashPlace.ts';

export type Environment = Readonly<Record<string, string>>;

const SERVER = path.join(import.meta.dirname, 'crashServer.ts');

/** Opens the database of a server that isn't running. */
export function openIn(environment: Environment): Promise<Opened> {
  return open(readConfig(environment), systemClock, silentLog);
}

export interface ServerProcess {
  child: Child;
  /** The server's address, once it is up. Rejects if the process ends before. */
  url: Promise<string>;
}

/**
 * Starts the server in a separate process.
 * @param folders its folder of declarations, if it isn't the project's
 */
export function startServer(environment: Environment, ...folders: string[]): ServerProcess {
  const child = childProcess(SERVER, [JSON.stringify(environment), ...folders]);
  const url = up(child);
  // Not an unhandled rejection if the server is killed before a caller awaits `url`. Callers still get the error.
  url.catch(() => {});
  return { child, url };
}

async function up(child: Child): Promise<string> {
  for (;;) {
    const port = /^port (\d+)$/.exec(await child.line())?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
}

/** Kills the server's process, on either database. */
export function killingTheServer(environment: Environment): CrashPlace {
  let server = startServer(environment);
  return {
    async url() {
      for (;;) {
        const asked = server;
        const url = await asked.url.catch(() => null);
        if (url !== null && asked === server) return url;
        await sleep(10);
      }
    },
    async kill({ early, come }) {
      if (!early) await server.url;
      await come();
      const killed = server;
      await killed.child.kill();
      server = startServer(environment);
    },
    stop: () => server.child.kill(),
  };
}

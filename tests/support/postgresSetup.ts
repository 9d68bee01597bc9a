import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL server on which tests may create databases. */
    postgresUrl: string;
  }
}

/** Environment variable through which the first project of a run passes the URL to the others. */
const OF_THIS_RUN = 'POSTGRES_OF_THIS_RUN';

/** Vitest's `globalSetup`. Starts one PostgreSQL server for all projects of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env[OF_THIS_RUN];
  const { url, stop } =
    running === undefined
      ? await startPostgres({ parent: await quickFolder() })
      : { url: running, stop: async () => {} };
  process.env[OF_THIS_RUN] = url;
  project.provide('postgresUrl', url);
  return stop;
}

/** Linux's file system in memory. Copying a prepared database there takes 35 ms, on a disk 100 to 500 ms. */
const MEMORY = '/dev/shm';
/** A run uses less than 1 GiB at a time. Containers often have only 64 MiB. */
const ROOM = 4 * 1024 ** 3;

async function quickFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null);
  return memory && memory.bavail * memory.bsize >= ROOM ? MEMORY : tmpdir();
}

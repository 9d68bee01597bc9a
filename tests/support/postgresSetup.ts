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
  const { url, stop } = running === undefined ? await startPostgres() : { url: running, stop: async () => {} };
  process.env[OF_THIS_RUN] = url;
  project.provide('postgresUrl', url);
  return stop;
}

import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a PostgreSQL server where tests may make databases. */
    postgresUrl: string;
  }
}

/** Environment variable in which the first project of a run leaves the address for the others. */
const OF_THIS_RUN = 'POSTGRES_OF_THIS_RUN';

/** Vitest's `globalSetup`: one PostgreSQL server for all projects of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env[OF_THIS_RUN];
  const { url, stop } = running === undefined ? await startPostgres() : { url: running, stop: async () => {} };
  process.env[OF_THIS_RUN] = url;
  project.provide('postgresUrl', url);
  return stop;
}

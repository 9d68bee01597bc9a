import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { runTypeScript } from '#tests/support/startedProcess.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';
import { demoDatabase } from '#tests/support/world.ts';

export const ledgerCheck = (databaseUrl: string) =>
  runTypeScript('server/cli/ledgerCheck.ts', [], { environment: { DATABASE_URL: databaseUrl } });

/** A database with a ledger, for all tests of the `describe` around. Use what it returns in tests only. */
export function checkedLedger() {
  let database: TestDatabase<Database>;
  let url: string;
  beforeAll(async () => {
    database = await demoDatabase('postgres', 20);
    url = database.options.databaseUrl ?? '';
  });
  afterAll(() => database.remove());
  return {
    get url() {
      return url;
    },
    get database() {
      return database;
    },
  };
}

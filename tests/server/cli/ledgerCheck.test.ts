import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { runTypeScript } from '#tests/support/startedProcess.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';
import { demoDatabase } from '#tests/support/world.ts';

const ledgerCheck = (databaseUrl: string) =>
  runTypeScript('server/cli/ledgerCheck.ts', [], { environment: { DATABASE_URL: databaseUrl } });

describe('npm run ledger:check', () => {
  let database: TestDatabase<Database>;
  let url: string;

  beforeAll(async () => {
    database = await demoDatabase('postgres', 20);
    url = database.options.databaseUrl ?? '';
  });
  afterAll(() => database.remove());

  it('succeeds if the ledger is intact', async () => {
    expect(await ledgerCheck(url)).toEqual({ code: 0, out: 'The ledger is consistent.\n', problem: '' });
  });

  it('exits with 1 and prints the violations', async () => {
    const { rows } = await sql<{ merchant_id: string }>`update wallets set available = available + 7
      where currency = 'JPY' returning merchant_id`.execute(database.db.kysely);
    const { code, out } = await ledgerCheck(url);
    expect(code).toBe(1);
    expect(out).toContain('I3: each wallet balance equals the sum of its entries\n');
    expect(out).toContain(`${rows[0]?.merchant_id} JPY wallet: available `);
    expect(out).toMatch(/all merchants JPY all wallets and platform accounts: sum 7\n/);
  });

  it('exits with 1 if there is no database', async () => {
    const { code, problem } = await ledgerCheck('postgres://nobody@127.0.0.1:1/nothing');
    expect(code).toBe(1);
    expect(problem).toMatch(/^The database cannot be used: 127\.0\.0\.1:1\/nothing/);
  });

  it.each(['ledgerCheck', 'auditVerify', 'recountOrders', 'listAdmins'])(
    '%s creates nothing in a mistyped folder',
    async (command) => {
      const folder = await temporaryFolder({});
      const dataDir = path.join(folder, 'mistyped');
      const { code, out, problem } = await runTypeScript(`server/cli/${command}.ts`, [], {
        environment: { DATA_DIR: dataDir },
      });
      expect([code, out, problem]).toEqual([
        1,
        '',
        `The data folder ${dataDir} cannot be used: it contains no database. Set DATA_DIR to the folder of one.\n`,
      ]);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('exits with 1 if the database has no tables', async () => {
    const { url: empty, drop } = await createDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    const { code, problem } = await ledgerCheck(empty);
    expect([code, problem]).toEqual([1, expect.stringMatching(/^The database has no tables, .*DATABASE_URL.*\n$/)]);
  });
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { seededDatabase } from '#tests/server/demo/seededDatabase.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';

const PROJECT = join(import.meta.dirname, '../../..');

function ledgerCheck(databaseUrl: string): Promise<{ code: number; out: string; problem: string }> {
  const args = ['--import', 'tsx', 'server/cli/ledgerCheck.ts'];
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: databaseUrl };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: PROJECT, env }, (_error, out, problem) => {
      resolve({ code: child.exitCode ?? -1, out, problem });
    });
  });
}

describe('npm run ledger:check', () => {
  let database: TestDatabase<Database>;
  let url: string;

  beforeAll(async () => {
    database = await seededDatabase('postgres', { orders: 100 });
    url = database.options.databaseUrl ?? '';
  });
  afterAll(() => database.remove());

  it('ends well when the ledger is in order', async () => {
    expect(await ledgerCheck(url)).toEqual({ code: 0, out: 'The ledger is in order.\n', problem: '' });
  });

  it('ends with 1 and says what is wrong', async () => {
    const { rows } = await sql<{ merchant_id: string }>`update wallets set available = available + 7
      where currency = 'JPY' returning merchant_id`.execute(database.db.kysely);
    const { code, out } = await ledgerCheck(url);
    expect(code).toBe(1);
    expect(out).toContain('I3: a wallet is the sum of its entries\n');
    expect(out).toContain(`${rows[0]?.merchant_id} JPY wallet: available `);
    expect(out).toMatch(/all merchants JPY all wallets and platform accounts: sum 7\n/);
  });

  it('ends with 1 when there is no database', async () => {
    const { code, problem } = await ledgerCheck('postgres://nobody@127.0.0.1:1/nothing');
    expect(code).toBe(1);
    expect(problem).toMatch(/^The database cannot be used: 127\.0\.0\.1:1\/nothing/);
  });
});

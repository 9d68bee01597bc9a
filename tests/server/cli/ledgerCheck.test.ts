import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runTypeScript } from '#tests/support/startedProcess.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { checkedLedger, ledgerCheck } from './checkedLedger.ts';

describe('npm run ledger:check', () => {
  const ledger = checkedLedger();

  it('succeeds if the ledger is intact', async () => {
    expect(await ledgerCheck(ledger.url)).toEqual({ code: 0, out: 'The ledger is consistent.\n', problem: '' });
  });

  it('exits with 1 and prints the violations', async () => {
    const { rows } = await sql<{ merchant_id: string }>`update wallets set available = available + 7
      where currency = 'JPY' returning merchant_id`.execute(ledger.database.db.kysely);
    const { code, out } = await ledgerCheck(ledger.url);
    expect(code).toBe(1);
    expect(out).toContain('I3: each wallet balance equals the sum of its entries\n');
    expect(out).toContain(`${rows[0]?.merchant_id} JPY wallet: available `);
    expect(out).toMatch(/all merchants JPY all wallets and platform accounts: sum 7\n/);
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
});

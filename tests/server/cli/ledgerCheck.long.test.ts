import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createDatabase } from '#tests/support/postgres.ts';
import { checkedLedger, ledgerCheck } from './checkedLedger.ts';

describe('npm run ledger:check', () => {
  checkedLedger();

  it('exits with 1 if there is no database', async () => {
    const { code, problem } = await ledgerCheck('postgres://nobody@127.0.0.1:1/nothing');
    expect(code).toBe(1);
    expect(problem).toMatch(/^The database cannot be used: 127\.0\.0\.1:1\/nothing/);
  });

  it('exits with 1 if the database has no tables', async () => {
    const { url: empty, drop } = await createDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    const { code, problem } = await ledgerCheck(empty);
    expect([code, problem]).toEqual([1, expect.stringMatching(/^The database has no tables, .*DATABASE_URL.*\n$/)]);
  });
});

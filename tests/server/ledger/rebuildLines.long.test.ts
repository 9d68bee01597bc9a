import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { runTypeScript } from '#tests/support/startedProcess.ts';
import { follow, FUNDED, newMerchant } from './anyEvents.ts';

describe('npm run ledger:rebuild', () => {
  it('prints what differs, changes nothing with --dry-run, and rebuilds without', async () => {
    const database = await migratedDatabase('postgres');
    const { db } = database;
    const merchantId = await newMerchant(db);
    await follow(db, merchantId, [FUNDED('CNY'), FUNDED('CNY'), FUNDED('EUR')]);
    const run = (...options: string[]) =>
      runTypeScript('server/cli/ledgerRebuild.ts', options, {
        environment: { DATABASE_URL: database.options.databaseUrl ?? '' },
      });
    expect(await run()).toMatchObject({ code: 0, out: 'The lines of all wallets match their entries.\n' });
    await sql`delete from ledger_lines where line_no = 1 and currency = 'CNY'`.execute(db.kysely);
    const dry = await run('--dry-run');
    expect([dry.code, dry.problem]).toEqual([1, '']);
    expect(dry.out).toMatch(
      new RegExp(
        `^${merchantId} CNY: 1 lines missing, 0 wrong, 0 too many; the wallet counts 2 lines, its entries make 2\n` +
          '  transaction \\S+: line 1, available 5000 to 5000, frozen 0 to 0; found none\n' +
          'Nothing was changed. Wallets that differ: 1\n$',
      ),
    );
    expect(await findViolations(db)).not.toEqual([]);
    expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('Rebuilt wallets: 1\n') });
    expect(await findViolations(db)).toEqual([]);
    expect(await run('--force')).toMatchObject({ code: 1, problem: expect.stringContaining('Usage') });
    await sql`insert into schema_migrations select merchant_id, '9999_newer', checksum, applied_at from schema_migrations limit 1`.execute(
      db.kysely,
    );
    expect(await run()).toMatchObject({ code: 1, problem: expect.stringContaining('older than its database') });
    await database.remove();
  });
});

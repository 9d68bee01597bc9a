import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainText } from '@merchant-console/declaration';
import { applyMigration } from '#server/db/applyMigration.ts';
import { CITUS_URL } from '#tests/support/citus.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { type TestDatabase, USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { readMigrationFiles } from '#server/db/migrationFiles.ts';
import type { Database } from '#server/db/schema.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import type { RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import { CURRENCIES, follow, FUNDED, newMerchant, RUNS, step } from './anyEvents.ts';

/** A merchant's lines in one currency, newest first, as the list reads them. */
async function linesOf(source: RecordSource, merchantId: string, currency: string): Promise<WireRecord[]> {
  const conditions = [{ kind: 'compare' as const, source: 'currency', operator: '=' as const, value: currency }];
  const sort = { source: 'created_at', descending: true };
  return (await source.list(merchantId, { conditions, sort, range: [0, 999] })).records;
}

const figuresOf = (line: WireRecord | undefined) => ({
  available: BigInt(plainText(line?.['balance_after'] ?? '0')),
  frozen: BigInt(plainText(line?.['frozen_amount'] ?? '0')),
  total: BigInt(plainText(line?.['account_balance'] ?? '0')),
});
const changesOf = (line: WireRecord) => ({
  available: BigInt(String(line['change_amount'])),
  frozen: BigInt(String(line['frozen_change'])),
  total: BigInt(String(line['total_change'])),
});

describe('the ledger of a merchant', () => {
  let database: TestDatabase<Database>;
  let ledger: RecordSource;

  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
    ledger = await viewSource(database.db, 'v_ledgers');
  });
  afterAll(() => database.remove());

  async function expectFollowable(merchantId: string): Promise<void> {
    for (const currency of CURRENCIES) {
      const lines = await linesOf(ledger, merchantId, currency);
      const wallet = await database.db.kysely
        .selectFrom('wallets')
        .where('merchant_id', '=', merchantId)
        .where('currency', '=', currency)
        .select(['available', 'frozen'])
        .executeTakeFirstOrThrow();
      expect(figuresOf(lines[0])).toEqual({ ...wallet, total: wallet.available + wallet.frozen });
      for (const [index, line] of lines.entries()) {
        const [before, after, change] = [figuresOf(lines[index + 1]), figuresOf(line), changesOf(line)];
        for (const figure of ['available', 'frozen', 'total'] as const)
          expect(after[figure] - before[figure]).toBe(change[figure]);
        expect(line['serial_no']).toBe(`${currency}-${String(lines.length - index).padStart(10, '0')}`);
        const sign = change.total > 0n ? 'credit' : change.total < 0n ? 'debit' : null;
        expect(line['ledger_type']).toBe(sign);
      }
    }
  }

  it("leads line by line to the wallet's balances, in each currency, after any events", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const merchantId = await newMerchant(database.db);
        await follow(database.db, merchantId, [FUNDED('CNY'), FUNDED('EUR'), ...steps]);
        await expectFollowable(merchantId);
      }),
      { numRuns: RUNS },
    );
    expect(await findViolations(database.db)).toEqual([]);
  });

  // On a cluster, this migration is applied before tables are distributed.
  it.skipIf(CITUS_URL !== undefined)(
    'has the same lines when they are created from entries that predate lines',
    async () => {
      const migration = (await readMigrationFiles(MIGRATIONS)).find(({ name }) => name.startsWith('0045'));
      const lines = async () => {
        const columns = ['merchant_id', 'currency', 'line_no', 'transaction_id', 'available_change', 'frozen_change'];
        const { rows } = await sql`
        select ${sql.join([...columns, 'available_after', 'frozen_after', 'created_at'].map((one) => sql.ref(one)))}
        from ledger_lines order by merchant_id, currency, line_no`.execute(database.db.kysely);
        return rows;
      };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
          const merchantId = await newMerchant(database.db);
          await follow(database.db, merchantId, [FUNDED('CNY'), FUNDED('EUR'), ...steps]);
        }),
        { numRuns: RUNS },
      );
      const before = await lines();
      expect(before.length).toBeGreaterThan(RUNS);
      await sql`delete from ledger_lines`.execute(database.db.kysely);
      await sql`update wallets set lines = 0`.execute(database.db.kysely);
      // A menu from before the change, with a page that no longer exists.
      await sql`insert into menus (merchant_id, id, url_name, component_path, title, position, created_at, updated_at)
      select merchant_id, gen_random_uuid(), '/frozenLedgers', 'frozen_ledgers', '"menu.frozenLedgers"', 1, now(), now()
      from wallets limit 1`.execute(database.db.kysely);
      if (!migration) throw new Error('There is no migration 0045');
      const apply = () => applyMigration(database.db, migration, { now: new Date(), sleep: async () => {} });
      await apply();
      const { rows: pages } = await sql`
      select component_path, title from menus where url_name = '/frozenLedgers'`.execute(database.db.kysely);
      expect(pages).toEqual([{ component_path: 'ledgers', title: 'menu.wallets' }]);
      expect(await lines()).toEqual(before);
      // As after a crash between two tenants.
      const interrupted = sql`(select max(merchant_id::text)::uuid from ledger_lines)`;
      await sql`delete from ledger_lines where merchant_id = ${interrupted}`.execute(database.db.kysely);
      await apply();
      expect(await lines()).toEqual(before);
      expect(await findViolations(database.db)).toEqual([]);
      const { rows: merchants } = await sql<{ merchant_id: string }>`
      select distinct merchant_id from ledger_lines`.execute(database.db.kysely);
      for (const { merchant_id } of merchants) await expectFollowable(merchant_id);
    },
  );
});

const MIGRATIONS = join(import.meta.dirname, '../../../server/db/migrations');

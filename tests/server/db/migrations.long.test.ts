import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { migrate } from '#server/db/migrate.ts';
import { readMigrationFiles } from '#server/db/migrationFiles.ts';
import { CITUS_URL, FIRST_ON_CLUSTERS } from '#tests/support/citus.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { BOTH_DATABASES, testDatabase } from '#tests/support/testDatabase.ts';

const FOLDER = join(import.meta.dirname, '../../../server/db/migrations');

describe.each(BOTH_DATABASES)('the product’s migrations on the %s database', (kind) => {
  it('can each be applied twice, as after a crash between a file and its record', async () => {
    const { db, remove } = await testDatabase<unknown>(kind);
    const folder = await temporaryFolder({});
    const run = () => migrate(db, { folder, clock: systemClock, holder: 'test' });
    const files = await readMigrationFiles(FOLDER);
    const isEarlier = ({ number }: (typeof files)[number]) =>
      kind === 'postgres' && CITUS_URL !== undefined && number < FIRST_ON_CLUSTERS;
    // On a cluster, these are applied before any table is distributed.
    const earlier = files.filter(isEarlier);
    for (const { name } of earlier) await copyFile(join(FOLDER, `${name}.sql`), join(folder, `${name}.sql`));
    if (earlier.length > 0) expect(await run()).toHaveLength(earlier.length);
    for (const { name, kind: changes } of files.filter((file) => !isEarlier(file))) {
      const file = `${name}.sql`;
      await copyFile(join(FOLDER, file), join(folder, file));
      expect(await run()).toEqual([name]);
      if (changes !== 'tables') continue;
      await sql`delete from schema_migrations where name = ${name}`.execute(db.kysely);
      expect(await run()).toEqual([name]);
    }
    await remove();
  }, 180_000);

  it('leave no index or constraint unchecked, but those that hold for old rows anyway', async () => {
    const { db, remove } = await migratedDatabase(kind);
    const { rows } = await sql`
      select conname as name from pg_constraint where not convalidated
      union all
      select indexrelid::regclass::text from pg_index where not indisvalid
      order by name`.execute(db.kysely);
    const holdForOldRows = [
      'api_calls_call_check',
      'batch_transfers_status_check',
      'notify_attempts_resource_check',
      'notify_jobs_resource_check',
      'orders_refunded_check',
      'payouts_status_check',
    ];
    expect(rows).toEqual(holdForOldRows.map((name) => ({ name })));
    await remove();
  });

  it('put merchant_id first in each primary key, unique key and index, except for readers of all tenants', async () => {
    const { db, remove } = await migratedDatabase(kind);
    const { rows } = await sql`
      select index.indexrelid::regclass::text as name
      from pg_index index
      join pg_class class on class.oid = index.indrelid
      join pg_namespace namespace on namespace.oid = class.relnamespace and namespace.nspname = 'public'
      left join pg_attribute first on first.attrelid = class.oid and first.attnum = index.indkey[0]
      where first.attname is distinct from 'merchant_id'`.execute(db.kysely);
    expect(rows).toEqual([{ name: 'changes_at' }]);
    await remove();
  });
});

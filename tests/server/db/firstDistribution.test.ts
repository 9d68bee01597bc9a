import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/schema.ts';
import { TABLE_CLASSES } from '#server/db/tableClasses.ts';
import { CITUS_URL } from '#tests/support/citus.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { standInForCitus } from '#tests/support/standInForCitus.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';

const DB = join(import.meta.dirname, '../../../server/db');
const LATER = {
  '9000_elsewhere.sql': `
    -- Not on clusters
    create or replace function note_changes() returns trigger language plpgsql as $$ begin return null; end $$;`.replaceAll(
    /^ {4}/gm,
    '',
  ),
  '9001_later.sql':
    'create table if not exists r_later (merchant_id uuid not null, id uuid not null, primary key (merchant_id, id));',
};

/** Sources of the trigger functions of which distributed tables need others, by name. */
async function functionsOf(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; source: string }>`
    select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`.execute(
    db.kysely,
  );
  const names = new Set((await rowByRow()).keys());
  return new Map(rows.filter(({ name }) => names.has(name)).map(({ name, source }) => [name, source]));
}

async function rowByRow(): Promise<Map<string, string>> {
  const text = await readFile(join(DB, 'rowByRow.sql'), 'utf8');
  const found = text.matchAll(/^create or replace function (\w+)\(\).*?\$\$(.*?)\$\$/gms);
  return new Map([...found].map(([, name = '', source = '']) => [name, source]));
}

async function triggersOf(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by tgrelid::regclass::text, tgname`.execute(
    db.kysely,
  );
  return rows;
}

describe.skipIf(CITUS_URL !== undefined)('a plain database that becomes a cluster', () => {
  let database: TestDatabase<Database>;
  let plain: { functions: Map<string, string>; triggers: unknown[] };
  let db: Db;
  const run = (folder = join(DB, 'migrations')) => migrate(db, { folder, clock: systemClock, holder: 'test' });
  beforeEach(async () => {
    database = await migratedDatabase('postgres');
    plain = { functions: await functionsOf(database.db), triggers: await triggersOf(database.db) };
    await standInForCitus(database.db);
    db = await connect(database.options);
  });
  afterEach(async () => {
    await db.close();
    await database.remove();
  });

  it('gets functions that write row by row, for the same triggers, when its tables are distributed', async () => {
    const wanted = await rowByRow();
    expect([...plain.functions.keys()].toSorted()).toEqual([...wanted.keys()].toSorted());
    const same = [...plain.functions].filter(([name, source]) => source === wanted.get(name));
    expect(same).toEqual([]);
    expect(await run()).toEqual([]);
    expect(await functionsOf(db)).toEqual(wanted);
    expect(await triggersOf(db)).toEqual(plain.triggers);
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_dist_partition`.execute(
      db.kysely,
    );
    expect(rows[0]?.count).toBe([...TABLE_CLASSES.values()].filter((of) => of !== 'local').length);
  });

  it('keeps them when later migrations change those of plain databases', async () => {
    await run();
    const folder = await temporaryFolder(LATER);
    await cp(join(DB, 'migrations'), folder, { recursive: true });
    expect(await run(folder)).toEqual(['9000_elsewhere', '9001_later']);
    expect(await functionsOf(db)).toEqual(await rowByRow());
    const { rows } = await sql`select 1 from pg_dist_partition where logicalrelid = 'r_later'::regclass`.execute(
      db.kysely,
    );
    expect(rows).toHaveLength(1);
    expect(await run(folder)).toEqual([]);
  });
});

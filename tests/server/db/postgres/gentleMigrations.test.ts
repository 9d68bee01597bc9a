import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { NO_LIMITS } from '#server/db/session.ts';
import { gate } from '#tests/support/gate.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

const TABLES = `create table if not exists merchants (merchant_id uuid primary key);
  create table if not exists things (merchant_id uuid not null, id int not null, note text, primary key (merchant_id, id));`;
const ONE = '00000000-0000-7000-8000-00000000000a';
const TWO = '00000000-0000-7000-8000-00000000000b';

describe('a migration of a PostgreSQL database in use', () => {
  let database: TestDatabase<unknown>;
  beforeEach(async () => {
    database = await testDatabase('postgres');
  });
  afterEach(() => database.remove());

  async function run(files: Record<string, string>, sleep: () => Promise<unknown> = async () => {}): Promise<string[]> {
    const folder = await temporaryFolder({ '0001_tables.sql': TABLES, ...files });
    return migrate(database.db, { folder, clock: systemClock, holder: crypto.randomUUID(), sleep });
  }
  /** Without the time limits of requests, which 80,000 rows exceed on a busy machine. */
  const execute = (statement: string) =>
    database.db.transaction((tx) => sql.raw(statement).execute(tx), { limits: NO_LIMITS });
  const fill = (rows: number) =>
    execute(`insert into things select '${ONE}', n, repeat('x', 100) from generate_series(1, ${rows}) n`);
  const validity = async () =>
    (
      await sql`select indisvalid as is_valid from pg_index where indexrelid = to_regclass('by_note')`.execute(
        database.db.kysely,
      )
    ).rows;

  it('gives up a lock that it waits for, lets others pass, and tries again', async () => {
    await run({});
    const other = await connect<unknown>(database.options);
    const [begun, ended] = [gate(), gate()];
    const lasting = other.transaction(async (tx) => {
      await sql`select * from things`.execute(tx);
      begun.open();
      await ended.opened;
    });
    await begun.opened;
    let pauses = 0;
    const sleep = async () => {
      pauses += 1;
      // Another transaction that needs the table gets it at once.
      await other.patiently(() => sql`insert into things values (${ONE}, ${pauses}, '')`.execute(other.kysely));
      ended.open();
      await lasting;
    };
    expect(await run({ '0002_more.sql': 'alter table things add column if not exists more text;' }, sleep)).toEqual([
      '0002_more',
    ]);
    expect(pauses).toBe(1);
    await other.close();
  });

  it('creates the index of a large table while others write, also after an attempt that was cut off', async () => {
    await run({});
    await fill(80_000);
    await execute(`insert into things values ('${TWO}', 1, repeat('x', 100))`);
    // Fails because two notes are the same, and leaves an invalid index.
    const index = { '0002_index.sql': 'create unique index if not exists by_note on things (merchant_id, note);' };
    await expect(run(index)).rejects.toThrow('0002_index, statement on line 1');
    expect(await validity()).toEqual([{ is_valid: false }]);
    await execute('update things set note = id::text');
    expect(await run(index)).toEqual(['0002_index']);
    expect(await validity()).toEqual([{ is_valid: true }]);
  });

  it('creates the index of a small table in the file’s transaction', async () => {
    await run({});
    await fill(10);
    const files = {
      '0002_index.sql':
        'create index if not exists by_note on things (merchant_id, note); alter table nothing add x int;',
    };
    await expect(run(files)).rejects.toThrow('statement on line 1');
    expect(await validity()).toEqual([]);
  });

  it('checks the rows of a table after the transaction that adds the constraint, and once they are right again', async () => {
    await run({});
    await fill(10);
    const files = {
      '0002_check.sql': `alter table things add column if not exists more text;
        alter table things drop constraint if exists numbered;
        alter table things add constraint numbered check (note ~ '^[0-9]+$') not valid;
        alter table things validate constraint numbered;`,
    };
    const validated = async () =>
      (
        await sql`select convalidated as is_valid from pg_constraint where conname = 'numbered'`.execute(
          database.db.kysely,
        )
      ).rows;
    await expect(run(files)).rejects.toThrow('0002_check, statement on line 4');
    // The transaction that adds the constraint, and whose lock stops others, has ended.
    expect(await validated()).toEqual([{ is_valid: false }]);
    await execute('update things set note = id::text');
    expect(await run(files)).toEqual(['0002_check']);
    expect(await validated()).toEqual([{ is_valid: true }]);
  });

  it('changes rows tenant by tenant, and goes on after a failure', async () => {
    await run({});
    await execute(`insert into merchants values ('${ONE}'), ('${TWO}')`);
    await execute(`insert into things values ('${ONE}', 1, '1'), ('${TWO}', 2, 'two')`);
    const files = {
      '0002_double.sql': `update things set note = note || ':' || note::int * 2
        where merchant_id = :merchant_id and note not like '%:%';`,
    };
    await expect(run(files)).rejects.toThrow('0002_double');
    await execute(`update things set note = '2' where merchant_id = '${TWO}'`);
    expect(await run(files)).toEqual(['0002_double']);
    expect((await sql`select note from things order by id`.execute(database.db.kysely)).rows).toEqual([
      { note: '1:2' },
      { note: '2:4' },
    ]);
  });
});

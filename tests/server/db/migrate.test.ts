import { createHash } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { migrate, type MigrationProgress } from '#server/db/migrate.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { BOTH_DATABASES, testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

const ONE = 'create table if not exists one (id int primary key, note text);';
const TWO = "insert into one values (1, 'a;b'); insert into one values (2, $$c;d$$);";

describe.each(BOTH_DATABASES)('migrating the %s database', (kind) => {
  let database: TestDatabase<unknown>;
  let db: Db<unknown>;
  let folder: string;

  beforeAll(async () => {
    database = await testDatabase(kind);
    db = database.db;
  });
  afterAll(() => database.remove());
  beforeEach(async () => {
    await sql`drop schema public cascade`.execute(db.kysely);
    await sql`create schema public`.execute(db.kysely);
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const file = (name: string, text: string) => writeFile(join(folder, name), text);
  const run = (onto = db, onProgress: (progress: MigrationProgress) => void = () => {}) =>
    migrate(onto, { folder, clock: systemClock, holder: crypto.randomUUID(), onProgress, sleep: async () => {} });
  const rowsOf = async (table: string) =>
    (await sql`select * from ${sql.table(table)} order by 1`.execute(db.kysely)).rows;
  const failure = () => run().catch((error: unknown) => error);

  it('applies each file once, in order, and reports it', async () => {
    await file('0002_two.sql', TWO);
    await file('0001_one.sql', ONE);
    const progress: MigrationProgress[] = [];
    expect(await run(db, (step) => progress.push(step))).toEqual(['0001_one', '0002_two']);
    expect(progress).toEqual([
      { step: 'applying', name: '0001_one', position: 1, total: 2 },
      { step: 'applied', name: '0001_one', position: 1, total: 2 },
      { step: 'applying', name: '0002_two', position: 2, total: 2 },
      { step: 'applied', name: '0002_two', position: 2, total: 2 },
    ]);
    expect(await run()).toEqual([]);
    expect(await rowsOf('one')).toEqual([
      { id: 1, note: 'a;b' },
      { id: 2, note: 'c;d' },
    ]);
  });

  it('records the files as the platform’s', async () => {
    await file('0001_one.sql', ONE);
    await run();
    expect(await rowsOf('schema_migrations')).toEqual([
      {
        merchant_id: PLATFORM_ID,
        name: '0001_one',
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        applied_at: expect.any(Date),
      },
    ]);
  });

  it('applies files added since', async () => {
    await file('0001_one.sql', ONE);
    await run();
    await file('0002_two.sql', TWO);
    expect(await run()).toEqual(['0002_two']);
  });

  it('rolls back a whole file if a statement fails, and continues from there once it is corrected', async () => {
    await file('0001_one.sql', `${ONE}\ncreate table wrong (id nonsense);`);
    expect(await failure()).toMatchObject({
      name: 'MigrationFailedError',
      message: expect.stringMatching(/0001_one, statement on line 2: .*nonsense/),
    });
    await expect(rowsOf('one')).rejects.toMatchObject({ code: '42P01' });
    await file('0001_one.sql', ONE);
    expect(await run()).toEqual(['0001_one']);
  });

  it('applies a file of tables again after a crash between the file and its record', async () => {
    await file('0001_one.sql', ONE);
    await run();
    await sql`delete from schema_migrations`.execute(db.kysely);
    expect(await run()).toEqual(['0001_one']);
  });

  it('rejects a file that was changed after it was applied', async () => {
    await file('0001_one.sql', ONE);
    await run();
    await file('0001_one.sql', `${ONE} `);
    expect(await failure()).toMatchObject({
      name: 'MigrationHistoryError',
      message: expect.stringContaining('0001_one'),
    });
  });

  it('accepts a file that leads to the same in another way, and names the text that was applied', async () => {
    await file('0001_one.sql', ONE);
    await run();
    const checksum = createHash('sha256').update(ONE).digest('hex');
    await file(
      '0001_one.sql',
      `-- Formerly ${checksum}\ncreate table if not exists one (note text, id int primary key);`,
    );
    expect(await run()).toEqual([]);
    await file('0001_one.sql', `-- Formerly ${'0'.repeat(64)}\n${ONE}`);
    expect(await failure()).toMatchObject({ name: 'MigrationHistoryError' });
  });

  it('says that the program is too old for a database that a newer one has migrated', async () => {
    await file('0001_one.sql', ONE);
    await file('0002_two.sql', TWO);
    await run();
    await rm(join(folder, '0002_two.sql'));
    expect(await failure()).toMatchObject({
      name: 'OlderProgramError',
      message: expect.stringMatching(
        /older than its database: a newer version has applied 0002_two, .* ends with 0001_one/,
      ),
    });
  });

  it('ignores changed line endings', async () => {
    await file('0001_one.sql', `-- one\n${ONE}`);
    await run();
    await file('0001_one.sql', `-- one\r\n${ONE}`);
    expect(await run()).toEqual([]);
  });

  it('rejects a folder that lacks an applied file', async () => {
    await file('0001_one.sql', ONE);
    await run();
    await rename(join(folder, '0001_one.sql'), join(folder, '0001_other.sql'));
    expect(await failure()).toMatchObject({
      name: 'MigrationHistoryError',
      message: expect.stringContaining('0001_one'),
    });
  });

  it('rejects a new file with a number below an applied one', async () => {
    await file('0002_one.sql', ONE);
    await run();
    await file('0001_late.sql', ONE);
    expect(await failure()).toMatchObject({
      name: 'MigrationHistoryError',
      message: expect.stringContaining('0001_late'),
    });
  });

  it.each([
    ['1_one.sql', ONE, 'must have the form'],
    ['0001_one.sql', `${ONE}${TWO}`, 'both schema and rows'],
    ['0001_one.sql', `${ONE}commit;`, '"commit" is not allowed in migrations'],
    ['0001_one.sql', "select 'a", 'line 1 is not closed'],
  ])('rejects %s with %s', async (name, text, problem) => {
    await file(name, text);
    expect(await failure()).toMatchObject({ name: 'MigrationFileError', message: expect.stringContaining(problem) });
  });

  it('rejects two files with the same number', async () => {
    await file('0001_one.sql', ONE);
    await file('0001_two.sql', ONE);
    expect(await failure()).toMatchObject({ name: 'MigrationFileError' });
  });

  it('applies each file once if several processes start at the same time', async () => {
    await file('0001_one.sql', ONE);
    await file('0002_two.sql', TWO);
    const others =
      kind === 'postgres'
        ? await Promise.all(Array.from({ length: 4 }, () => connect<unknown>(database.options)))
        : [db];
    await Promise.all([db, ...others].map((each) => run(each)));
    for (const other of others) if (other !== db) await other.close();
    expect(await rowsOf('one')).toHaveLength(2);
    expect(await rowsOf('schema_migrations')).toHaveLength(2);
  });
});

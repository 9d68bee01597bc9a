import { fsyncSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { checkDurability } from '#server/db/embedded/openEmbedded.ts';
import { DURABLE_START_PARAMS, DurableNodeFs } from '#server/db/embedded/durableNodeFs.ts';
import { EmbeddedPool } from '#server/db/embedded/embeddedPool.ts';
import { embeddedDataDir } from '#tests/support/embeddedTemplate.ts';

let dataDir: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ dataDir, remove } = await embeddedDataDir());
});
afterEach(() => remove());

const engine = (files: DurableNodeFs, startParams: string[]) => PGlite.create({ fs: files, startParams });
const filesOf = (fsync?: (fileDescriptor: number) => void) => new DurableNodeFs(join(dataDir, 'database'), fsync);

describe('a commit of the embedded database', () => {
  it("is synced to disk once; a query isn't", async () => {
    const files = filesOf();
    const pglite = await engine(files, DURABLE_START_PARAMS);
    await pglite.query('create table rows (n int)');
    const before = files.fsyncs;
    for (let n = 0; n < 10; n += 1) await pglite.query('insert into rows values ($1)', [n]);
    await pglite.query('select * from rows');
    expect(files.fsyncs - before).toBe(10);
    await pglite.close();
  });

  it.each([
    ['fsync is off, as in PGlite’s own start', PGlite.defaultStartParams],
    ['WAL is written with fdatasync, which PGlite drops', [...DURABLE_START_PARAMS, '-c', 'wal_sync_method=fdatasync']],
  ])('is reported as unsafe if %s', async (_case, startParams) => {
    const files = filesOf();
    const pglite = await engine(files, startParams);
    await expect(checkDurability(files, pglite)).rejects.toMatchObject({ name: 'NotDurableError' });
    await pglite.close();
  });

  it('is not acknowledged if the disk fails, nor is any later one', async () => {
    let failing = false;
    const files = filesOf((fileDescriptor) => {
      if (failing) throw new Error('input/output error');
      fsyncSync(fileDescriptor);
    });
    const crashes: Error[] = [];
    const pool = new EmbeddedPool({
      pglite: await engine(files, DURABLE_START_PARAMS),
      files,
      onCrash: (error) => crashes.push(error),
    });
    const session = await pool.connect();
    await session.query([statement('create table rows (n int)')]);
    failing = true;
    await expect(session.query([statement('insert into rows values (1)')])).rejects.toMatchObject({
      name: 'EmbeddedCrashedError',
    });
    failing = false;
    await expect(session.query([statement('select 1')])).rejects.toMatchObject({ name: 'EmbeddedCrashedError' });
    session.release();
    await expect(pool.end()).resolves.toBeUndefined();
    expect(crashes).toHaveLength(1);
  });
});

describe('a statement that crashes the embedded database', () => {
  it('fails, and nothing is executed after it; after the next start all acknowledged commits are there', async () => {
    const crashes: Error[] = [];
    const options = { dataDir, clock: systemClock, onCrash: (error: Error) => crashes.push(error) };
    const db = await connect<unknown>(options);
    await sql`create table kept (n int)`.execute(db.kysely);
    await sql`insert into kept values (1)`.execute(db.kysely);
    const depth = 200_000;
    const broken = db.transaction(async (tx) => {
      await sql`insert into kept values (2)`.execute(tx);
      await sql`select ${'['.repeat(depth) + ']'.repeat(depth)}::jsonb`.execute(tx);
    });
    await expect(broken).rejects.toMatchObject({ name: 'EmbeddedCrashedError' });
    await expect(sql`select 1`.execute(db.kysely)).rejects.toMatchObject({ name: 'EmbeddedCrashedError' });
    expect(crashes).toHaveLength(1);
    await db.close();

    const again = await connect<unknown>(options);
    expect((await sql`select n from kept`.execute(again.kysely)).rows).toEqual([{ n: 1 }]);
    await again.close();
  });
});

const statement = (text: string) => ({ sql: text, parameters: [] });

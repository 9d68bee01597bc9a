import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { onFolder } from '#server/db/embedded/dataFolder.ts';
import { embeddedDataDir } from '#tests/support/embeddedTemplate.ts';

let dataDir: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ dataDir, remove } = await embeddedDataDir());
});
afterEach(() => remove());

const open = (folder = dataDir) => connect<unknown>({ dataDir: folder, clock: systemClock });
const failure = (folder = dataDir) => open(folder).catch((error: unknown) => error);
const inDatabase = (name: string) => join(dataDir, 'database', name);

describe('a data folder that was never used', () => {
  it('gets a database, with its parents', async () => {
    const folder = join(dataDir, 'new/folder');
    const db = await open(folder);
    expect((await sql<{ one: number }>`select 1 as one`.execute(db.kysely)).rows).toEqual([{ one: 1 }]);
    expect((await readdir(folder)).toSorted()).toEqual(['database', 'lock']);
    expect((await stat(join(folder, 'database'))).mode & 0o077).toBe(0);
    await db.close();
    expect(await readdir(folder)).toEqual(['database']);
  });

  it('gets a whole one after an earlier attempt was cut off', async () => {
    await rm(join(dataDir, 'database'), { recursive: true });
    await mkdir(join(dataDir, 'database.new/base'), { recursive: true });
    await writeFile(join(dataDir, 'database.new/PG_VERSION'), '18\n');
    const db = await open();
    await sql`select 1`.execute(db.kysely);
    await db.close();
    expect(await readdir(dataDir)).toEqual(['database']);
  });
});

describe('a data folder that can’t be used', () => {
  it('is named when it holds something else, and nothing in it is touched', async () => {
    await rm(join(dataDir, 'database'), { recursive: true });
    await mkdir(join(dataDir, 'database'));
    await writeFile(inDatabase('letter.txt'), 'dear');
    expect(await failure()).toMatchObject({ name: 'DataFolderError', message: expect.stringContaining(dataDir) });
    expect(await readFile(inDatabase('letter.txt'), 'utf8')).toBe('dear');
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('is named when its database is of another release of PostgreSQL', async () => {
    await writeFile(inDatabase('PG_VERSION'), '17\n');
    expect(await failure()).toMatchObject({ name: 'DataFolderError', message: expect.stringContaining('17') });
  });

  it.each([
    ['its control file is garbage', 'global/pg_control', /incompatible|incorrect checksum/],
    ['its catalogue is garbage', 'base/5/1259', /invalid page/],
  ])('is named with the reason when %s', async (_case, file, reason) => {
    await writeFile(inDatabase(file), randomBytes(16_384));
    expect(await failure()).toMatchObject({
      name: 'EmbeddedStartError',
      message: expect.stringMatching(reason),
    });
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('is named with the reason when its log is garbage', async () => {
    const [segment = ''] = (await readdir(inDatabase('pg_wal')))
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      .toSorted();
    await writeFile(inDatabase(`pg_wal/${segment}`), randomBytes(16_777_216));
    expect(await failure()).toMatchObject({
      name: 'EmbeddedStartError',
      message: expect.stringContaining('could not locate a valid checkpoint record'),
    });
  });

  it('is named when it is a file, or lies below one', async () => {
    await writeFile(join(dataDir, 'file'), '');
    for (const path of ['file', 'file/below']) {
      expect(await failure(join(dataDir, path))).toMatchObject({
        name: 'DataFolderError',
        message: expect.stringContaining(join(dataDir, path)),
      });
    }
  });

  it('is named when it can’t be written', async () => {
    // Permissions do not stop root; nobody can make a folder in Linux's /sys.
    const parent = process.getuid?.() === 0 ? '/sys' : join(dataDir, 'closed');
    if (parent !== '/sys') await mkdir(parent, { mode: 0o555 });
    expect(await failure(join(parent, 'data'))).toMatchObject({
      name: 'DataFolderError',
      message: expect.stringMatching(/data cannot be used: (EACCES|EPERM)/),
    });
  });

  it('is named when its disk knows no hard links', async () => {
    const refused = Object.assign(new Error('EPERM: operation not permitted, link'), {
      code: 'EPERM',
      syscall: 'link',
    });
    await expect(onFolder('/data', () => Promise.reject(refused))).rejects.toMatchObject({ name: 'DataFolderError' });
  });
});

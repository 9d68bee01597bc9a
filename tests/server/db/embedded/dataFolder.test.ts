import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { onFolder } from '#server/db/embedded/dataFolder.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(cleanUp.splice(0).map((each) => each())));

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'data-'));
  cleanUp.push(() => rm(folder, { recursive: true }));
  return folder;
}

const open = (dataDir: string) => connect<unknown>({ dataDir, clock: systemClock });
const failure = (dataDir: string) => open(dataDir).catch((error: unknown) => error);

describe('a data folder without a database', () => {
  it('gets a whole one, with its parents, also after an earlier attempt was cut off', async () => {
    const folder = join(await emptyFolder(), 'new/folder');
    await mkdir(join(folder, 'database.new/base'), { recursive: true });
    await writeFile(join(folder, 'database.new/PG_VERSION'), '18\n');
    const db = await open(folder);
    expect((await sql<{ one: number }>`select 1 as one`.execute(db.kysely)).rows).toEqual([{ one: 1 }]);
    expect((await readdir(folder)).toSorted()).toEqual(['database', 'lock']);
    expect((await stat(join(folder, 'database'))).mode & 0o077).toBe(0);
    await db.close();
    expect(await readdir(folder)).toEqual(['database']);
  });
});

describe('a data folder that can’t be used', () => {
  it('is named when it holds something else, and nothing in it is touched', async () => {
    const dataDir = await emptyFolder();
    const letter = join(dataDir, 'database/letter.txt');
    await mkdir(join(dataDir, 'database'));
    await writeFile(letter, 'dear');
    expect(await failure(dataDir)).toMatchObject({
      name: 'DataFolderError',
      message: expect.stringContaining(dataDir),
    });
    expect(await readFile(letter, 'utf8')).toBe('dear');
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('is named when its database is of another release of PostgreSQL', async () => {
    const dataDir = await emptyFolder();
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database/PG_VERSION'), '17\n');
    expect(await failure(dataDir)).toMatchObject({ name: 'DataFolderError', message: expect.stringContaining('17') });
  });

  it('is named when it is a file, or lies below one', async () => {
    const dataDir = await emptyFolder();
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
    const parent = process.getuid?.() === 0 ? '/sys' : join(await emptyFolder(), 'closed');
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

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { embeddedDataDir } from '#tests/support/embeddedTemplate.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(cleanUp.splice(0).map((each) => each())));

async function usedFolder(): Promise<string> {
  const { dataDir, remove } = await embeddedDataDir();
  cleanUp.push(remove);
  return dataDir;
}

const failure = (dataDir: string) => connect<unknown>({ dataDir, clock: systemClock }).catch((error: unknown) => error);

describe('a data folder without a database', () => {
  it('gets a complete one, and its parent folders, also after an earlier attempt was interrupted', async () => {
    const folder = join(await temporaryFolder({}), 'new/folder');
    await mkdir(join(folder, 'database.new/base'), { recursive: true });
    await writeFile(join(folder, 'database.new/PG_VERSION'), '18\n');
    const db = await connect<unknown>({ dataDir: folder, clock: systemClock });
    expect((await sql<{ one: number }>`select 1 as one`.execute(db.kysely)).rows).toEqual([{ one: 1 }]);
    expect((await readdir(folder)).toSorted()).toEqual(['database', 'lock']);
    expect((await stat(join(folder, 'database'))).mode & 0o077).toBe(0);
    await db.close();
    expect(await readdir(folder)).toEqual(['database']);
  });
});

describe('a data folder that can’t be used', () => {
  it.each([
    ['its control file is garbage', 'global/pg_control', /incompatible|incorrect checksum/],
    ['its catalogue is garbage', 'base/5/1259', /invalid page/],
  ])('is reported with the reason if %s', async (_case, file, reason) => {
    const dataDir = await usedFolder();
    await writeFile(join(dataDir, 'database', file), randomBytes(16_384));
    expect(await failure(dataDir)).toMatchObject({
      name: 'EmbeddedStartError',
      message: expect.stringMatching(reason),
    });
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('is reported with the reason if its write-ahead log is garbage', async () => {
    const dataDir = await usedFolder();
    const wal = join(dataDir, 'database/pg_wal');
    const [segment = ''] = (await readdir(wal)).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted();
    await writeFile(join(wal, segment), randomBytes(16_777_216));
    expect(await failure(dataDir)).toMatchObject({
      name: 'EmbeddedStartError',
      message: expect.stringContaining('could not locate a valid checkpoint record'),
    });
  });
});

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe('a data folder that can’t be used', () => {
  it('is reported if it contains other files, which are left untouched', async () => {
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

  it('is reported if its database is of another PostgreSQL release', async () => {
    const dataDir = await emptyFolder();
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database/PG_VERSION'), '17\n');
    expect(await failure(dataDir)).toMatchObject({ name: 'DataFolderError', message: expect.stringContaining('17') });
  });

  it('is reported if it is a file, or below one', async () => {
    const dataDir = await emptyFolder();
    await writeFile(join(dataDir, 'file'), '');
    for (const path of ['file', 'file/below']) {
      expect(await failure(join(dataDir, path))).toMatchObject({
        name: 'DataFolderError',
        message: expect.stringContaining(join(dataDir, path)),
      });
    }
  });

  it('is reported if it can’t be written', async () => {
    // Permissions don't stop root, but not even root can create a folder in Linux's /sys.
    const parent = process.getuid?.() === 0 ? '/sys' : join(await emptyFolder(), 'closed');
    if (parent !== '/sys') await mkdir(parent, { mode: 0o555 });
    expect(await failure(join(parent, 'data'))).toMatchObject({
      name: 'DataFolderError',
      message: expect.stringMatching(/data cannot be used: (EACCES|EPERM)/),
    });
  });

  it('is reported if its file system has no hard links', async () => {
    const refused = Object.assign(new Error('EPERM: operation not permitted, link'), {
      code: 'EPERM',
      syscall: 'link',
    });
    await expect(onFolder('/data', () => Promise.reject(refused))).rejects.toMatchObject({ name: 'DataFolderError' });
  });
});

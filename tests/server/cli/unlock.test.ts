import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { lockFolder } from '#server/db/embedded/lock.ts';
import { runTypeScript } from '#tests/support/startedProcess.ts';

const unlock = (...args: string[]) => runTypeScript('server/cli/unlock.ts', args);

describe('npm run unlock', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('removes a lock that another computer left, and prints its holder', async () => {
    const holder = {
      id: crypto.randomUUID(),
      pid: 7,
      started_at: null,
      boot_id: null,
      hostname: 'other.example',
      locked_at: '2026-01-02T03:04:05.000Z',
    };
    await writeFile(join(folder, 'lock'), JSON.stringify(holder));
    const { code, out } = await unlock(folder);
    expect([code, out]).toEqual([
      0,
      'Removed the lock of process 7 on other.example, created 2026-01-02T03:04:05.000Z.\n',
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('exits with 2 and keeps the lock while its holder runs on this computer', async () => {
    await lockFolder(folder, { clock: systemClock });
    const { code, problem } = await unlock(folder);
    expect(code).toBe(2);
    expect(problem).toContain(`in use by process ${process.pid}`);
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it("requires a folder, and does nothing if that isn't locked", async () => {
    expect(await unlock()).toMatchObject({ code: 1, problem: expect.stringContaining('npm run unlock -- <folder>') });
    expect(await unlock(folder)).toMatchObject({ code: 0, out: "The folder wasn't locked.\n" });
  });

  it("exits with 1 if the folder doesn't exist", async () => {
    const none = join(folder, 'none');
    const { code, out, problem } = await unlock(none);
    expect([code, out, problem]).toEqual([1, '', `The folder ${none} doesn't exist.\n`]);
  });
});

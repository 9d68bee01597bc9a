import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { lockFolder, unlockFolder, type LockRecord } from '#server/db/embedded/lock.ts';
import { thisMachine } from '#server/db/embedded/machine.ts';
import { record } from './lockRecords.ts';

const clock = systemClock;

const alive = () => ({ pid: process.pid, started_at: thisMachine.runningProcess(process.pid)?.startedAt ?? null });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const leave = (holder: LockRecord | string, name = 'lock') =>
  writeFile(join(folder, name), typeof holder === 'string' ? holder : JSON.stringify(holder));
const attempt = () => lockFolder(folder, { clock }).catch((error: unknown) => error);

describe('a lock on a folder', () => {
  it('contains its holder and time, and leaves nothing else in the folder', async () => {
    const lock = await lockFolder(folder, { clock: { now: () => new Date('2026-02-03T04:05:06Z') } });
    expect(await readdir(folder)).toEqual(['lock']);
    expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))).toMatchObject({
      ...alive(),
      boot_id: thisMachine.bootId,
      hostname: thisMachine.hostname,
      locked_at: '2026-02-03T04:05:06.000Z',
    });
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('rejects a second holder, also in the same process, naming process and folder', async () => {
    await lockFolder(folder, { clock });
    const failure = await attempt();
    expect(failure).toMatchObject({ name: 'FolderInUseError', pid: process.pid, folder });
    expect(String(failure)).toContain(`${process.pid}`);
    expect(String(failure)).toContain(folder);
  });

  it.each([
    ['its process has ended', {}],
    ['its PID was reused', { pid: process.pid, started_at: '1' }],
    ['the computer was restarted', { ...alive(), boot_id: crypto.randomUUID() }],
  ])('is taken over if %s', async (_case, changes) => {
    await leave(record(changes));
    const lock = await lockFolder(folder, { clock });
    expect(await readdir(folder)).toEqual(['lock']);
    await lock.release();
  });

  it('is taken over if its process has ended but its parent has not noticed', async () => {
    const zombie = { ...thisMachine, runningProcess: (pid: number) => (pid === 4242 ? null : { startedAt: '1' }) };
    await leave(record({ pid: 4242 }));
    await expect(lockFolder(folder, { clock, machine: zombie })).resolves.toBeDefined();
  });

  it('is not taken over as long as its process may be running', async () => {
    const unknowing = { ...thisMachine, bootId: null, runningProcess: () => ({ startedAt: null }) };
    await leave(record());
    await expect(lockFolder(folder, { clock, machine: unknowing })).rejects.toMatchObject({ name: 'FolderInUseError' });
  });

  it('of another computer is not taken over; the error says how to remove it', async () => {
    await leave(record({ hostname: 'other.example' }));
    const failure = await attempt();
    expect(failure).toMatchObject({ name: 'FolderLockedElsewhereError' });
    expect(String(failure)).toContain('other.example');
    expect(String(failure)).toContain(`npm run unlock -- ${folder}`);
  });

  it.each(['', '{', '{"pid":1}', '[]'])('that can’t be read (%j) is not taken over', async (text) => {
    await leave(text);
    expect(await attempt()).toMatchObject({ name: 'FolderLockedElsewhereError' });
  });

  it('is taken over after another process died during a takeover', async () => {
    const stale = record();
    const died = record();
    await leave(stale);
    await leave(died, `lock.${stale.id}.claim`);
    await leave(died, `lock.${died.id}.draft`);
    await lockFolder(folder, { clock });
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('is not removed by a release after another process has taken it over', async () => {
    const lock = await lockFolder(folder, { clock });
    const next = record();
    await leave(next);
    await lock.release();
    expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))).toEqual(next);
  });
});

describe('unlocking a folder', () => {
  it.each([
    ['another computer', record({ hostname: 'other.example' })],
    ['an ended process', record()],
  ])('removes the lock of %s and returns its holder', async (_case, holder) => {
    await leave(holder);
    expect(await unlockFolder(folder, { clock })).toEqual(holder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes a lock that can’t be read', async () => {
    await leave('{');
    expect(await unlockFolder(folder, { clock })).toBe('unreadable');
    expect(await readdir(folder)).toEqual([]);
  });

  it("does nothing to a folder that isn't locked", async () => {
    expect(await unlockFolder(folder, { clock })).toBeNull();
  });

  it('refuses while the holder runs on this computer', async () => {
    await lockFolder(folder, { clock });
    await expect(unlockFolder(folder, { clock })).rejects.toMatchObject({ name: 'FolderInUseError' });
  });
});

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LockRecord } from '#server/db/embedded/lock.ts';
import { childProcess, type Child } from '#tests/support/childProcess.ts';
import { record } from './lockRecords.ts';

const RACER = join(import.meta.dirname, 'lockRacer.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const leave = (holder: LockRecord, name = 'lock') => writeFile(join(folder, name), JSON.stringify(holder));

describe('processes that compete for a folder', () => {
  let racers: Child[];

  beforeAll(async () => {
    racers = Array.from({ length: 8 }, () => childProcess(RACER, []));
    await Promise.all(racers.map((racer) => racer.line()));
  });
  afterAll(() => Promise.all(racers.map((racer) => racer.finish())));

  const race = async () => {
    const start = Date.now() + 10;
    for (const racer of racers) racer.send(`${folder} ${start}`);
    return Promise.all(racers.map((racer) => racer.line()));
  };
  const release = async () => {
    for (const racer of racers) racer.send('release');
    await Promise.all(racers.map((racer) => racer.line()));
  };

  it.each([
    ['that is free', async () => {}],
    ['whose lock is stale', () => leave(record())],
    [
      'whose lock is stale, and a process died while it took it over',
      async () => {
        const stale = record();
        await leave(stale);
        await leave(record(), `lock.${stale.id}.claim`);
      },
    ],
  ])('have one winner for a folder %s', async (_case, prepare) => {
    for (let round = 0; round < 40; round += 1) {
      await prepare();
      const results = (await race()).toSorted();
      expect(results).toEqual([...Array.from({ length: 7 }, () => 'FolderInUseError'), 'won']);
      await release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('get it once its holder was killed', async () => {
    const holder = childProcess(RACER, []);
    await holder.line();
    holder.send(`${folder} 0`);
    expect(await holder.line()).toBe('won');
    expect(new Set(await race())).toEqual(new Set(['FolderInUseError']));
    await holder.kill();
    expect((await race()).filter((result) => result === 'won')).toHaveLength(1);
    await release();
  });
});

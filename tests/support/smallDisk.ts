import { execFile, spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerUser } from './postgresFolder.ts';

const run = promisify(execFile);

/** A disk of its own, in memory, that is soon full. */
export interface SmallDisk {
  folder: string;
  /** @param left what may still be written, in bytes */
  fill(left: number): Promise<void>;
  /** Takes away what `fill` has put there. */
  makeRoom(): Promise<void>;
  /** Once nobody has a file open there. */
  remove(): Promise<void>;
}

/** Whether this process may mount disks, which needs Linux, root, and a container that allows it. */
export function mayMount(): boolean {
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'disk', tmpdir()]).status === 0;
}

/** @param megabytes how much it holds */
export async function smallDisk(megabytes: number, user: ServerUser): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'disk', folder]);
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: (left) => fillDisk(filler, left),
    makeRoom: () => rm(filler),
    async remove() {
      await run('umount', [folder]);
      await rmdir(folder);
    },
  };
}

/**
 * Makes a file so large that its disk is nearly full.
 * @param left what may still be written, in bytes
 */
export async function fillDisk(file: string, left: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  try {
    await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  } catch (error) {
    // What else writes to the disk was faster: it is full all the same.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

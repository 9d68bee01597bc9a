import { execFile, spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerUser } from './postgresFolder.ts';

const run = promisify(execFile);

/** A small in-memory disk that fills up soon. */
export interface SmallDisk {
  folder: string;
  /** Leaves `left` bytes free. */
  fill(left: number): Promise<void>;
  /** Deletes the file written by `fill`. */
  makeRoom(): Promise<void>;
  /** Unmounts the disk. No file on it may be open. */
  remove(): Promise<void>;
}

/** True if this process may mount file systems, which requires Linux, root, and a container that allows it. */
export function mayMount(): boolean {
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'disk', tmpdir()]).status === 0;
}

/** @param megabytes capacity */
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
 * Writes a file that nearly fills its disk.
 * @param left bytes to leave free
 */
export async function fillDisk(file: string, left: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  try {
    await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - left)));
  } catch (error) {
    // Another process filled the disk first, so it is full anyway.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nodeArguments } from '#tests/support/builtProgram.ts';
import { embeddedDataDir } from '#tests/support/embeddedTemplate.ts';

const run = promisify(execFile);
/**
 * Mounts a disk that only this program sees and that disappears with it. Linux allows every user to do so unless it is
 * configured otherwise.
 */
const OWN_DISK = ['-Urm', 'sh', '-c', 'mount -t tmpfs -o size=192m disk "$1" && shift && exec "$@"', 'sh'];
const isPossible = spawnSync('unshare', [...OWN_DISK, tmpdir(), 'true']).status === 0;

const outcomeSchema = z.object({
  acknowledged: z.int(),
  isUnavailable: z.boolean(),
  kept: z.array(z.int()),
});

describe.skipIf(!isPossible)('the embedded database on a full disk (needs Linux with user namespaces)', () => {
  it(
    'rejects what it can’t store, and has all acknowledged commits once there is space',
    { timeout: 240_000 },
    async () => {
      const { dataDir, remove } = await embeddedDataDir();
      const disk = await mkdtemp(join(tmpdir(), 'full-disk-'));
      const program = [process.execPath, ...nodeArguments(join(import.meta.dirname, 'fillDisk.ts')), dataDir, disk];
      try {
        const { stdout } = await run('unshare', [...OWN_DISK, disk, ...program], { maxBuffer: 2 ** 26 });
        const { acknowledged, isUnavailable, kept } = outcomeSchema.parse(JSON.parse(stdout));
        // The server answers this error with 503.
        expect(isUnavailable).toBe(true);
        expect(acknowledged).toBeGreaterThan(0);
        expect(kept).toEqual(kept.map((_, n) => n));
        expect([acknowledged, acknowledged + 1]).toContain(kept.length);
      } finally {
        await rm(disk, { recursive: true });
        await remove();
      }
    },
  );
});

import { spawnSync } from 'node:child_process';
import type { LockRecord } from '#server/db/embedded/lock.ts';
import { thisMachine } from '#server/db/embedded/machine.ts';

/** ID of a process that has ended. */
const endedPid = spawnSync(process.execPath, ['--version']).pid;

/** The lock of a process on this computer that has ended. */
export function record(changes: Partial<LockRecord> = {}): LockRecord {
  return {
    id: crypto.randomUUID(),
    pid: endedPid,
    started_at: '1',
    boot_id: thisMachine.bootId,
    hostname: thisMachine.hostname,
    locked_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

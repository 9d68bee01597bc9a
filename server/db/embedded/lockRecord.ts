import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Machine } from './machine.ts';

/** Who holds a folder, as written into its lock file. `id` is never used twice. */
export const lockRecordSchema = z.strictObject({
  id: z.uuid(),
  pid: z.int().positive(),
  started_at: z.string().nullable(),
  boot_id: z.string().nullable(),
  hostname: z.string(),
  locked_at: z.iso.datetime(),
});
export type LockRecord = z.infer<typeof lockRecordSchema>;

/**
 * `gone`: its process has ended. `running`: it runs, or nothing says that it does not. `elsewhere`: another computer
 * wrote it, and whether that one still runs can't be seen from here.
 */
export type HolderState = 'gone' | 'running' | 'elsewhere';

export function holderState(holder: LockRecord, machine: Machine): HolderState {
  if (holder.hostname !== machine.hostname) return 'elsewhere';
  if (differ(holder.boot_id, machine.bootId)) return 'gone';
  const running = machine.runningProcess(holder.pid);
  return running === null || differ(holder.started_at, running.startedAt) ? 'gone' : 'running';
}

function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

/** The record in a lock file; null when the file is not there, `unreadable` when no record is in it. */
export async function readLockRecord(file: string): Promise<LockRecord | 'unreadable' | null> {
  try {
    const parsed = lockRecordSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : 'unreadable';
  } catch (error) {
    if (error instanceof SyntaxError) return 'unreadable';
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

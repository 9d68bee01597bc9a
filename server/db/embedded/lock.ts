import { randomUUID } from 'node:crypto';
import { link, open, readdir, rename, rm, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { thisMachine, type Machine } from './machine.ts';

/** Content of a lock file: the holder of the folder. `id` is never reused. */
const lockRecordSchema = z.strictObject({
  id: z.uuid(),
  pid: z.int().positive(),
  started_at: z.string().nullable(),
  boot_id: z.string().nullable(),
  hostname: z.string(),
  locked_at: z.iso.datetime(),
});

export type LockRecord = z.infer<typeof lockRecordSchema>;

/**
 * `gone`: the process has ended. `running`: it runs, or there is no evidence that it ended. `elsewhere`: another
 * computer holds the lock, and whether it still runs can't be checked from here.
 */
type HolderState = 'gone' | 'running' | 'elsewhere';

/** Thrown if another process of this computer has the folder open. */
export class FolderInUseError extends Error {
  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(`The folder ${folder} is in use by process ${pid}. Stop that process, or set DATA_DIR to another folder.`);
    this.name = 'FolderInUseError';
  }
}

/** Thrown if the folder is locked and it can't be checked from here whether the holder still runs. */
class FolderLockedElsewhereError extends Error {
  constructor(
    readonly folder: string,
    holder: LockRecord | 'unreadable',
  ) {
    const by = holder === 'unreadable' ? 'a lock file that is damaged' : `process ${holder.pid} on ${holder.hostname}`;
    super(
      `The folder ${folder} is locked by ${by}. Two processes would corrupt it: ` +
        `make sure that no other process uses it, then run: npm run unlock -- ${folder}`,
    );
    this.name = 'FolderLockedElsewhereError';
  }
}

interface LockDeps {
  clock: Clock;
  machine?: Machine;
}

export interface FolderLock {
  release(): Promise<void>;
}

const LOCK = 'lock';

/** `lock.<id>.draft`: a record that isn't in place yet. `lock.<id>.claim`: the right to replace the lock of that ID. */
const LEFTOVER = /^lock\..+\.(draft|claim)$/;

/**
 * Locks a folder for this process, so that no other one opens it. Takes over a lock whose process has ended.
 *
 * The record is written to a draft and hard-linked into place, which only one process can do. Replacing a dead holder's
 * lock needs the claim on that lock's ID, taken in the same way. IDs are never reused, so a process that comes late
 * sees another ID in the lock and withdraws. The claim is renamed onto the lock, so the folder is never without one.
 * @throws {FolderInUseError} if a process of this computer holds it
 * @throws {FolderLockedElsewhereError} if another computer holds it; also errors of the file system
 */
export async function lockFolder(folder: string, deps: LockDeps): Promise<FolderLock> {
  const { machine = thisMachine } = deps;
  const record = newRecord(deps);
  const lock = join(folder, LOCK);
  await withDraft(folder, record, (draft) => take(lock, { folder, draft, machine }));
  await removeLeftovers(folder, machine);
  return { release: () => removeIf(lock, record.id) };
}

/**
 * Removes a lock whose holder has ended or was on another computer. The caller vouches that the other computer doesn't
 * use the folder.
 * @returns the former holder, or null if the folder wasn't locked
 * @throws {FolderInUseError} if the holder runs on this computer
 */
export async function unlockFolder(folder: string, deps: LockDeps): Promise<LockRecord | 'unreadable' | null> {
  const lock = join(folder, LOCK);
  const holder = await readLockRecord(lock);
  if (holder === 'unreadable') await rm(lock);
  if (holder === 'unreadable' || holder === null) return holder;
  const { machine = thisMachine } = deps;
  if (holderState(holder, machine) === 'running') throw new FolderInUseError(folder, holder.pid);
  await withDraft(folder, newRecord(deps), async (draft) => {
    await claimed(lock, holder.id, { folder, draft, machine }, async (claim) => {
      await rm(lock);
      await rm(claim);
    });
  });
  return holder;
}

function newRecord({ clock, machine = thisMachine }: LockDeps): LockRecord {
  return {
    id: randomUUID(),
    pid: process.pid,
    started_at: machine.runningProcess(process.pid)?.startedAt ?? null,
    boot_id: machine.bootId,
    hostname: machine.hostname,
    locked_at: clock.now().toISOString(),
  };
}

interface Taking {
  folder: string;
  draft: string;
  machine: Machine;
}

/** Hard-links the draft to `file`, which is the lock or a claim. */
async function take(file: string, taking: Taking): Promise<void> {
  const { folder, draft, machine } = taking;
  while (!(await linked(draft, file))) {
    const holder = await readLockRecord(file);
    if (holder === null) continue;
    if (holder === 'unreadable') throw new FolderLockedElsewhereError(folder, holder);
    const state = holderState(holder, machine);
    if (state === 'running') throw new FolderInUseError(folder, holder.pid);
    if (state === 'elsewhere') throw new FolderLockedElsewhereError(folder, holder);
    if (await claimed(file, holder.id, taking, (claim) => rename(claim, file))) return;
  }
}

/**
 * Runs `act` as the only process that may touch `file`, while it contains the record of that ID. Returns false if it no
 * longer does.
 */
async function claimed(file: string, id: string, taking: Taking, act: (claim: string) => Promise<void>) {
  const claim = join(taking.folder, `${LOCK}.${id}.claim`);
  await take(claim, taking);
  const holder = await readLockRecord(file);
  if (holder === null || holder === 'unreadable' || holder.id !== id) {
    await rm(claim, { force: true });
    return false;
  }
  await act(claim);
  return true;
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function withDraft(folder: string, record: LockRecord, use: (draft: string) => Promise<void>): Promise<void> {
  const draft = join(folder, `${LOCK}.${record.id}.draft`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(record));
      await file.sync(); // A lock that is empty after a power cut would name no holder.
    } finally {
      await file.close();
    }
    await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Deletes drafts and claims of processes that were killed. They are harmless, because IDs are never reused. */
async function removeLeftovers(folder: string, machine: Machine): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!LEFTOVER.test(name)) continue;
    const holder = await readLockRecord(join(folder, name));
    if (holder === null || holder === 'unreadable') continue;
    if (holderState(holder, machine) === 'gone') await rm(join(folder, name), { force: true });
  }
}

async function removeIf(lock: string, id: string): Promise<void> {
  const holder = await readLockRecord(lock);
  if (holder !== null && holder !== 'unreadable' && holder.id === id) await rm(lock, { force: true });
}

function holderState(holder: LockRecord, machine: Machine): HolderState {
  if (holder.hostname !== machine.hostname) return 'elsewhere';
  if (differ(holder.boot_id, machine.bootId)) return 'gone';
  const running = machine.runningProcess(holder.pid);
  return running === null || differ(holder.started_at, running.startedAt) ? 'gone' : 'running';
}

function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

/** The record in a lock file; null if there is no file, `unreadable` if it contains no record. */
async function readLockRecord(file: string): Promise<LockRecord | 'unreadable' | null> {
  try {
    const parsed = lockRecordSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : 'unreadable';
  } catch (error) {
    if (error instanceof SyntaxError) return 'unreadable';
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

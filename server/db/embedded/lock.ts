import { randomUUID } from 'node:crypto';
import { link, open, readdir, rename, rm, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { thisMachine, type Machine } from './machine.ts';

/** Who holds a folder, as written into its lock file. `id` is never used twice. */
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
 * `gone`: its process has ended. `running`: it runs, or nothing says that it does not. `elsewhere`: another computer
 * wrote it, and whether that one still runs can't be seen from here.
 */
type HolderState = 'gone' | 'running' | 'elsewhere';

/** Another process of this computer has the folder open. */
export class FolderInUseError extends Error {
  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(`The folder ${folder} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`);
    this.name = 'FolderInUseError';
  }
}

/** The folder is locked, and from here it can't be seen whether the holder still runs. */
export class FolderLockedElsewhereError extends Error {
  constructor(
    readonly folder: string,
    holder: LockRecord | 'unreadable',
  ) {
    const by = holder === 'unreadable' ? 'a lock file that is damaged' : `process ${holder.pid} on ${holder.hostname}`;
    super(
      `The folder ${folder} is locked by ${by}. Two processes on one folder destroy it: ` +
        `make sure that no other one runs, then: npm run unlock -- ${folder}`,
    );
    this.name = 'FolderLockedElsewhereError';
  }
}

export interface LockMeans {
  clock: Clock;
  machine?: Machine;
}

export interface FolderLock {
  release(): Promise<void>;
}

const LOCK = 'lock';

/** `lock.<id>.draft`: a record not yet in place. `lock.<id>.claim`: the right to replace the lock that has that id. */
const LEFTOVER = /^lock\..+\.(draft|claim)$/;

/**
 * Takes a folder for this process, so that no other one opens it. A lock whose process has ended is taken over.
 *
 * A record is written aside and hard-linked into place, which one process only can do. Replacing a dead holder's
 * lock needs the claim on that lock's id, taken in the same way; since ids never come back, a process that was
 * late finds another id under the lock and withdraws. The claim is renamed onto the lock, so there is no moment
 * without one.
 * @throws FolderInUseError, FolderLockedElsewhereError, and errors of the file system
 */
export async function lockFolder(folder: string, means: LockMeans): Promise<FolderLock> {
  const { machine = thisMachine } = means;
  const record = newRecord(means);
  const lock = join(folder, LOCK);
  await withDraft(folder, record, (draft) => take(lock, { folder, draft, machine }));
  await removeLeftovers(folder, machine);
  return { release: () => removeIf(lock, record.id) };
}

/**
 * Removes the lock of a folder whose holder has ended or was on another computer: the person who asks vouches for it.
 * @returns who held it, or null when it was not locked
 * @throws FolderInUseError when the holder runs on this computer
 */
export async function unlockFolder(folder: string, means: LockMeans): Promise<LockRecord | 'unreadable' | null> {
  const lock = join(folder, LOCK);
  const holder = await readLockRecord(lock);
  if (holder === 'unreadable') await rm(lock);
  if (holder === 'unreadable' || holder === null) return holder;
  const { machine = thisMachine } = means;
  if (holderState(holder, machine) === 'running') throw new FolderInUseError(folder, holder.pid);
  await withDraft(folder, newRecord(means), async (draft) => {
    await claimed(lock, holder.id, { folder, draft, machine }, async (claim) => {
      await rm(lock);
      await rm(claim);
    });
  });
  return holder;
}

function newRecord({ clock, machine = thisMachine }: LockMeans): LockRecord {
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

/** Puts the draft in the place of `file`, which is the lock or a claim. */
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

/** Does `act` as the only process that may touch `file` while the record of that id is in it; false: it no longer is. */
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
      await file.sync(); // a lock that is empty after a power cut would belong to nobody
    } finally {
      await file.close();
    }
    await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Drafts and claims of processes that ended in the middle. They are in nobody's way: ids never come back. */
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

/** The record in a lock file; null when the file is not there, `unreadable` when no record is in it. */
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

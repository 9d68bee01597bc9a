import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that exists. `startedAt` tells it from a later one with the same number; null where that is not known. */
export interface RunningProcess {
  startedAt: string | null;
}

/** What tells whether the process that wrote a lock still runs. */
export interface Machine {
  hostname: string;
  /** Another one after each boot; null where the system has none. */
  bootId: string | null;
  /** The process of that number, or null when there is none or it has ended and only waits for its parent. */
  runningProcess(pid: number): RunningProcess | null;
}

/** The computer that this program runs on: Linux by /proc, macOS by ps; elsewhere only whether a process exists. */
export const thisMachine: Machine = {
  hostname: hostname(),
  bootId: readBootId(),
  runningProcess: (pid) => (exists(pid) ? detailsOf(pid) : null),
};

function readBootId(): string | null {
  try {
    return process.platform === 'darwin'
      ? run('sysctl', ['-n', 'kern.bootsessionuuid'])
      : readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Letters of processes that have ended: zombie, dead. */
const ENDED = /^[ZX]/;

function detailsOf(pid: number): RunningProcess | null {
  try {
    const [state, startedAt] = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
    return ENDED.test(state) ? null : { startedAt };
  } catch {
    return { startedAt: null };
  }
}

/** `pid (name) state ppid …`: the name may hold spaces and brackets. The start, in ticks since boot, is field 22. */
function fromProc(pid: number): [state: string, startedAt: string | null] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [state, rest[18] ?? null];
}

function fromPs(pid: number): [state: string, startedAt: string | null] {
  const [state = '', ...startedAt] = run('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)]).split(/\s+/);
  return [state, startedAt.length > 0 ? startedAt.join(' ') : null];
}

function run(command: string, args: string[]): string {
  // Language and zone are fixed: the start must read the same for whoever asks.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  return execFileSync(command, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

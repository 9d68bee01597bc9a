import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** An existing process. `startedAt` distinguishes it from a later process with the same PID; null if unknown. */
interface RunningProcess {
  startedAt: string | null;
}

/** Looks up whether the process that wrote a lock still runs. */
export interface Machine {
  hostname: string;
  /** Changes with each boot; null if the system has none. */
  bootId: string | null;
  /** The process of that PID, or null if there is none or it is a zombie. */
  runningProcess(pid: number): RunningProcess | null;
}

/** This computer. Reads /proc on Linux, `ps` on macOS; elsewhere only checks that the process exists. */
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
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Process states of ended processes: zombie, dead. */
const ENDED = /^[ZX]/;

function detailsOf(pid: number): RunningProcess | null {
  try {
    const [state, startedAt] = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
    return ENDED.test(state) ? null : { startedAt };
  } catch {
    return { startedAt: null };
  }
}

/** `pid (name) state ppid …`: the name may contain spaces and brackets. Field 22 is the start, in ticks since boot. */
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
  // Fixed language and time zone, so that the start time reads the same for every caller.
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  return execFileSync(command, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

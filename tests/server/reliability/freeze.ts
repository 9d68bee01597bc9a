import { execFileSync } from 'node:child_process';

/** Stops a program and all that it has started, as a machine does that is suspended or waits for its disk. */
export function freeze(pid: number): void {
  // The first one first: it would take the others for dead, and starts new ones.
  for (const each of [pid, ...childrenOf(pid)]) process.kill(each, 'SIGSTOP');
}

/** Lets it go on where it was. */
export function thaw(pid: number): void {
  for (const each of [...childrenOf(pid), pid]) process.kill(each, 'SIGCONT');
}

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

import { execFileSync } from 'node:child_process';

/** Suspends a process and its children, like a machine that is suspended or waits for its disk. */
export function freeze(pid: number): void {
  // The parent first, because it would restart children that look dead.
  for (const each of [pid, ...childrenOf(pid)]) process.kill(each, 'SIGSTOP');
}

/** Resumes a suspended process and its children. */
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

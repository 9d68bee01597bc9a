import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { execute } from '#tests/support/executeStatement.ts';

/** Ticks of a Linux clock in milliseconds. */
const TICK_MS = 10;

interface ProcessStat {
  pid: number;
  parent: number;
  /** CPU time in milliseconds. */
  own: number;
  /** CPU time of children that have ended. */
  ended: number;
}

/**
 * CPU time that a process and its children have used, those that have ended included.
 * @returns milliseconds, or null on systems without /proc
 */
export async function cpuMs(pid: number): Promise<number | null> {
  const names = await readdir('/proc').catch(() => []);
  const all = (await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(statOf))).filter(
    (stat) => stat !== null,
  );
  const own = all.find((stat) => stat.pid === pid);
  if (!own) return null;
  const running = all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + child.own + child.ended, 0);
  return own.own + own.ended + running;
}

async function statOf(pid: string): Promise<ProcessStat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The program's name, which may contain spaces, ends with the last parenthesis.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  );
  return { pid: Number(pid), parent, own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}

/** The main process of a PostgreSQL server on this machine; null for one elsewhere and for the embedded database. */
export async function postmaster(databaseUrl: string | undefined): Promise<number | null> {
  if (!databaseUrl || !['127.0.0.1', 'localhost', '[::1]'].includes(new URL(databaseUrl).hostname)) return null;
  const rows = await execute(
    databaseUrl,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid`,
  );
  return z.tuple([z.object({ pid: z.int() })]).parse(rows)[0].pid;
}

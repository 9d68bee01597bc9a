import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from './executeStatement.ts';
import type { ServerUser } from './postgresFolder.ts';

/** A PostgreSQL server that can be killed and restarted. Its folder is deleted at the end. */
export interface OwnPostgres {
  /** URL of its database `postgres`, for a superuser. */
  url: string;
  /** Contains its data, in `data`. */
  folder: string;
  /** Process ID of its postmaster. */
  pid(): Promise<number>;
  /** Restarts the server after its postmaster was killed. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'jit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'deadlock_timeout=100ms',
];

/**
 * Runs the server and restarts it for each line of input. When its input ends, which also happens if the parent process
 * dies, it stops the server and deletes its folder. Arguments: folder, program and its arguments.
 */
const SUPERVISE = `
folder=$1; shift
trap '' HUP INT TERM
while read -r _; do "$@" >>"$folder/log" 2>&1 </dev/null & done
read -r server <"$folder/data/postmaster.pid" && kill -QUIT "$server"
wait; rm -rf "$folder"`;

/**
 * @param settings added to the usual ones, or replacing them
 * @param durable false: faster, but committed data can be lost when the server is killed
 */
export async function runPostgres(
  binaries: string,
  folder: string,
  { user, durable, settings: more = [] }: { user: ServerUser; durable: boolean; settings?: readonly string[] },
): Promise<OwnPostgres> {
  const port = await freePort();
  const settings = [...SETTINGS, `port=${port}`, ...(durable ? [] : FAST), ...more].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const server = [join(binaries, 'postgres'), '-D', join(folder, 'data'), ...settings];
  const supervisor = spawn('/bin/sh', ['-c', SUPERVISE, 'sh', folder, ...server], {
    ...user,
    cwd: folder,
    // A separate process group, so that Ctrl-C in the terminal doesn't reach it before the tests have ended.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
  supervisor.unref();
  const stop = async () => {
    supervisor.ref();
    supervisor.stdin.end();
    await ended;
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async (polls: number) => {
    // Children of a killed postmaster exit by themselves, and a new one can't start before they have.
    for (let polled = 0; polled < 600; polled += polls) {
      supervisor.stdin.write('start\n');
      if (await answersWithin(polls, url)) return;
    }
    throw new Error(`PostgreSQL does not start: ${await readFile(join(folder, 'log'), 'utf8').catch(() => 'no log')}`);
  };
  try {
    await start(100);
  } catch (error) {
    await stop();
    throw error;
  }
  const pid = async () => Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
  return { url, folder, pid, startAgain: () => start(10), stop };
}

async function answersWithin(polls: number, url: string): Promise<boolean> {
  for (let polled = 0; polled < polls; polled += 1) {
    const answers = await execute(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (answers) return true;
    await sleep(50);
  }
  return false;
}

/** A free loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

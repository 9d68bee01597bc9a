import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from './executeStatement.ts';
import type { ServerUser } from './postgresFolder.ts';

/** A server of PostgreSQL that can be killed and started again, in a folder that goes with it in the end. */
export interface OwnPostgres {
  /** Of its database `postgres`, as a user who may do everything. */
  url: string;
  /** Holds its data, in `data`. */
  folder: string;
  /** Number of its first process. */
  pid(): Promise<number>;
  /** After its first process was killed. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const SETTINGS = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'jit=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'deadlock_timeout=100ms'],
];

/**
 * Runs the server, once more with each line of its input, until its input ends, which also happens when the process that
 * started it dies in whatever way. Then it stops the server and removes its folder. Arguments: folder, program and its
 * arguments.
 */
const SUPERVISE = `
folder=$1; shift
trap '' HUP INT TERM
while read -r _; do "$@" >>"$folder/log" 2>&1 </dev/null & done
read -r server <"$folder/data/postmaster.pid" && kill -QUIT "$server"
wait; rm -rf "$folder"`;

/**
 * @param settings besides the usual ones, or in their place
 * @param durable false: what was committed can be lost when the server is killed, and all is faster
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
    // A session of its own: Ctrl-C in the terminal must not reach it before the tests have ended.
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
    // The processes that a killed one leaves behind go by themselves, and none starts before they are gone.
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

/** A port of the loopback address that nobody listens on. */
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

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';

const PROJECT = path.resolve(import.meta.dirname, '..');
const POLL_MS = 20;

/** The database that a measured server runs on. */
export interface Place {
  name: 'embedded' | 'postgres';
  environment: Record<string, string>;
}

/**
 * Runs one of the project's TypeScript programs to its end.
 * @throws {Error} if it fails
 */
export async function run(file: string, args: string[], place: Place): Promise<void> {
  const child = start(file, args, place.environment);
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${file} ended with ${child.exitCode}`);
}

export interface RunningServer {
  url: string;
  pid: number;
  /** From the start of the process to its first response. */
  startMs: number;
  stop(): Promise<void>;
}

/**
 * Starts the server as `npm start` does with a built console, and waits for its first response.
 * @param program file and arguments of another server to start instead
 * @param preloaded modules to load before it
 */
export async function startServer(
  place: Place,
  [file, ...args]: [string, ...string[]] = ['server/main.ts'],
  preloaded: readonly string[] = [],
): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = start(file, args, { ...place.environment, PORT: String(port), LOG_LEVEL: 'warn' }, preloaded);
  const ended = once(child, 'exit');
  await Promise.race([
    answers(`${url}/readyz`),
    ended.then(() => {
      throw new Error('the server ended before it answered');
    }),
  ]);
  const startMs = performance.now() - began;
  if (child.pid === undefined) throw new Error('the server has no process');
  return {
    url,
    pid: child.pid,
    startMs,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function start(
  file: string,
  args: string[],
  environment: Record<string, string>,
  preloaded: readonly string[] = [],
): ChildProcess {
  const env = { ...process.env, ...environment };
  const imports = ['tsx', ...preloaded].flatMap((module) => ['--import', module]);
  return spawn(process.execPath, ['--min-semi-space-size=16', ...imports, file, ...args], {
    cwd: PROJECT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

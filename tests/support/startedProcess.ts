import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { nodeArguments } from './builtProgram.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');

/** A running program and its output. */
export interface StartedProcess {
  child: ChildProcess;
  output(): string;
  /** Resolves when the process has exited. */
  ended(): Promise<{ code: number | null; output: string }>;
  /** @throws {Error} if the process exits before its output matches */
  prints(pattern: RegExp): Promise<void>;
  /**
   * The first printed text that starts with `http://127.0.0.1:` and continues with `end`. Default: the console's
   * address.
   */
  address(end?: string): string;
}

const running = new Set<ChildProcess>();

/** For `afterEach`: ends processes left behind by a failed test. */
export function killLeftovers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a program in the project's folder, on a free port. */
export function startProcess(
  command: string,
  args: string[],
  environment: Readonly<Record<string, string>>,
): StartedProcess {
  const child = spawn(command, args, {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn', CONSOLE_DEV: '', ...environment },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  const waiting: { pattern: RegExp; found: () => void }[] = [];
  const take = (chunk: Buffer) => {
    output += chunk.toString('utf8');
    for (const { pattern, found } of waiting) if (pattern.test(output)) found();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = once(child, 'close');
  return {
    child,
    output: () => output,
    ended: async () => {
      await ended;
      return { code: child.exitCode, output };
    },
    prints: (pattern) =>
      Promise.race([
        new Promise<void>((found) => (pattern.test(output) ? found() : waiting.push({ pattern, found }))),
        ended.then(() => Promise.reject(new Error(`it ended before it printed ${String(pattern)}:\n${output}`))),
      ]),
    address: (end = '') => new RegExp(String.raw`http://127\.0\.0\.1:\d+${end}$`, 'm').exec(output)?.[0] ?? '',
  };
}

/** Starts one of the server's programs without npm. */
export function startTypeScript(
  file: string,
  environment: Readonly<Record<string, string>>,
  args: string[] = [],
): StartedProcess {
  return startProcess(process.execPath, [...nodeArguments(file), ...args], environment);
}

/** Runs one of the server's programs to its end, with lines of typed input. */
export async function runTypeScript(
  file: string,
  args: string[],
  { environment = {}, typed = '' }: { environment?: Readonly<Record<string, string>>; typed?: string } = {},
): Promise<{ code: number | null; out: string; problem: string }> {
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(process.execPath, [...nodeArguments(file), ...args], { cwd: PROJECT, env });
  child.stdin.end(typed);
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out, problem };
}

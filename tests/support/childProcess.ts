import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeArguments } from './builtProgram.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Child {
  process: ChildProcess;
  /**
   * Resolves to the next line of its output.
   * @throws {Error} if the process ends first
   */
  line(): Promise<string>;
  send(line: string): void;
  /** Closes its input and waits for it to exit. */
  finish(): Promise<number | null>;
  /** Sends SIGKILL and waits until the process has exited. */
  kill(): Promise<void>;
}

/** Runs a TypeScript file in a separate process. */
export function childProcess(file: string, args: string[], user: { uid?: number; gid?: number } = {}): Child {
  const child = spawn(process.execPath, [...nodeArguments(file), ...args], {
    ...user,
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  return {
    process: child,
    line: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${file} ended early`);
      return value;
    },
    send: (line) => {
      child.stdin.write(`${line}\n`);
    },
    finish: async () => {
      child.stdin.end();
      await ended;
      return child.exitCode;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

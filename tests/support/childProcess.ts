import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeArguments } from './builtProgram.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Child {
  process: ChildProcess;
  /** The next line that it writes. @throws when it ends before that */
  line(): Promise<string>;
  send(line: string): void;
  /** Ends its input and waits for its end. */
  finish(): Promise<number | null>;
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Runs a TypeScript file as a process of its own. */
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

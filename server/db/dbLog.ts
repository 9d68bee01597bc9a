import { hostname } from 'node:os';

/** Log of the database layer; a pino logger satisfies it. */
export interface DbLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const silentLog: DbLog = { info: () => {}, warn: () => {}, error: () => {} };

const line = (details: object, message: string) => {
  const words = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
  process.stdout.write(`${[message, ...words].join(', ')}\n`);
};

/** Prints to the terminal, for the time before the server has its logger. */
export const consoleLog: DbLog = { info: line, warn: line, error: line };

const jsonLine = (level: number) => (details: object, message: string) => {
  const given = Object.entries(details).map(([name, value]: [string, unknown]) => [name, plainOf(value)]);
  const at = { level, time: Date.now(), pid: process.pid, hostname: hostname() };
  process.stdout.write(`${JSON.stringify({ ...at, ...Object.fromEntries(given), msg: message })}\n`);
};

function plainOf(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { type: value.name, message: value.message, stack: value.stack };
}

/** Prints one JSON object per line, with the keys and levels of the server's logger. */
export const jsonLog: DbLog = { info: jsonLine(30), warn: jsonLine(40), error: jsonLine(50) };

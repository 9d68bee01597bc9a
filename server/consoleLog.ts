import type { DbLog } from './db/dbLog.ts';

const line = (details: object, message: string) => {
  const words = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
  process.stdout.write(`${[message, ...words].join(', ')}\n`);
};

/** Tells the person at the terminal what goes on before the server listens. */
export const consoleLog: DbLog = { info: line, warn: line, error: line };

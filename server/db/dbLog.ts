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

/** Prints to the terminal, for the time before the server listens. */
export const consoleLog: DbLog = { info: line, warn: line, error: line };

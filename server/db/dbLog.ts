/** Where the database layer reports; a pino logger is one. */
export interface DbLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const silentLog: DbLog = { info: () => {}, warn: () => {}, error: () => {} };

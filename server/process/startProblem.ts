import { WrongDataKeyError } from '#server/crypto/dataKey.ts';

/** Thrown if the server can't start, with every reason that was found. */
export class StartError extends Error {
  override readonly name = 'StartError';
  constructor(readonly reasons: readonly unknown[]) {
    super('The server cannot start', { cause: reasons[0] });
  }
}

/** Error codes of listening on an address that this machine doesn't have, or that isn't an address. */
const NO_SUCH_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * Explains why the start failed and what to do about it. Includes the stack of a plain `Error`, because nobody wrote its
 * message for the user at the terminal.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.reasons.map(explain).join('\n\n');
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}\nAnother program uses this port. Stop it or choose another port: PORT=4001 npm start`;
  }
  if ('code' in error && error.code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `${error.message}\nPorts below 1024 require special rights. Choose another port: PORT=4000 npm start`;
  }
  if ('code' in error && NO_SUCH_ADDRESS.includes(String(error.code))) {
    return `${error.message}\nHOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`;
  }
  if (error instanceof WrongDataKeyError) {
    return "The data key doesn't match this database. Set DATA_KEY to the database's key, or restore its file data.key.";
  }
  return error.constructor === Error ? (error.stack ?? error.message) : error.message;
}

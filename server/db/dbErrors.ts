import { UnavailableError } from '#server/errors.ts';

/**
 * SQLSTATEs, or their classes, of transient failures: connection exceptions, insufficient resources (disk, memory,
 * connections), lock_not_available, query_canceled by a time limit, idle_in_transaction_session_timeout, I/O errors.
 */
const PASSING = /^(08|53|55P03|57014|25P03|58030)/;

/** SQLSTATEs of a node that can't be used any more: it shuts down, starts, or is read-only after a failover. */
const NODE_GONE = /^(08|25006|57P0[1-5])/;

/** Messages and codes with which drivers report a lost connection, besides codes such as ECONNRESET. */
const NO_CONNECTION =
  /^(E[A-Z]{4,}|Connection terminated|Client (has encountered a connection error|was closed)|timeout ex)/;

/** Returns the error to throw for a failed statement: an UnavailableError if a retry may succeed. */
export function translateDbError(error: unknown): unknown {
  const state = sqlState(error);
  const passes = isGone(error) || (state !== undefined && PASSING.test(state));
  return passes ? unavailable(error) : error;
}

/**
 * True if this error means that the connection must be discarded, and that others to the same node may be broken, too.
 */
export function isGone(error: unknown): boolean {
  if (error instanceof UnavailableError) return isGone(error.cause);
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  if (state !== undefined) return NODE_GONE.test(state);
  return NO_CONNECTION.test('code' in error ? String(error.code) : error.message);
}

/** The error for a failure that a retry may overcome. */
export function unavailable(cause: unknown): UnavailableError {
  if (cause instanceof UnavailableError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UnavailableError(`The database can't be used at the moment: ${reason}`, cause);
}

/** SQLSTATE of an error thrown by a driver, such as `23505`; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof UnavailableError) return sqlState(error.cause);
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/**
 * True if a driver's error names this constraint or unique index. Where tables are distributed over nodes, the name ends
 * with the number of a part of the table, and a long one is cut off and has a digest: `wallets_pkey_102321`,
 * `res_a_long_na_1a2b3c4d_102321`.
 */
export function isOfConstraint(error: unknown, name: string): boolean {
  if (!(error instanceof Error && 'constraint' in error && typeof error.constraint === 'string')) return false;
  const { constraint } = error;
  if (constraint === name) return true;
  const [, whole] = PART.exec(constraint) ?? [];
  const [, begin] = CUT_PART.exec(constraint) ?? [];
  return whole === name || (begin !== undefined && name.startsWith(begin) && name.length > begin.length);
}

/** Numbers of parts have six digits or more. */
const PART = /^(.+)_\d{6,}$/;
const CUT_PART = /^(.{30,})_[0-9a-f]{8}_\d{6,}$/;

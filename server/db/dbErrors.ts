import { UnavailableError } from '#server/errors.ts';

/**
 * SQLSTATEs, or their classes, of transient failures: connection exceptions, insufficient resources (disk, memory,
 * connections), lock_not_available, query_canceled by a time limit, idle_in_transaction_session_timeout, I/O errors.
 */
const PASSING = /^(08|53|55P03|57014|25P03|58030)/;

/** Messages of broken constraints, in the language that the nodes need to have, with their SQLSTATEs. */
const COPIED: readonly [RegExp, string][] = [
  [/^duplicate key value violates unique constraint "/, '23505'],
  [/ violates check constraint "/, '23514'],
  [/ violates foreign key constraint "/, '23503'],
  [/ violates not-null constraint$/, '23502'],
];

/** SQLSTATEs of a node that can't be used any more: it shuts down, starts, or is read-only after a failover. */
const NODE_GONE = /^(08|25006|57P0[1-5])/;

/** Messages and codes with which drivers report a lost connection, besides codes such as ECONNRESET. */
const NO_CONNECTION =
  /^(E[A-Z]{4,}|Connection terminated|Client (has encountered a connection error|was closed)|timeout ex)/;

/**
 * Returns the error to throw for a failed statement: an UnavailableError if a retry may succeed. An error of rows that Citus has copied to
 * another node gets the SQLSTATE that it has there.
 */
export function translateDbError(error: unknown): unknown {
  const state = sqlState(error);
  if (state === 'XX000' && error instanceof Error) {
    const broken = COPIED.find(([message]) => message.test(error.message));
    return broken ? Object.assign(error, { code: broken[1] }) : error;
  }
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
  return namesIn(error).some((constraint) => {
    if (constraint === name) return true;
    const [, whole] = PART.exec(constraint) ?? [];
    const [, begin] = CUT_PART.exec(constraint) ?? [];
    return whole === name || (begin !== undefined && name.startsWith(begin) && name.length > begin.length);
  });
}

/** True if a driver's error names a constraint or unique index that begins like this. */
export function isOfConstraintOf(error: unknown, prefix: string): boolean {
  return namesIn(error).some((constraint) => constraint.startsWith(prefix));
}

/**
 * The constraint that a driver's error names. Citus passes on what a node reports without the field for it, so then the parts that
 * the message names, such as `duplicate key value violates unique constraint "wallets_pkey_102321"`.
 */
function namesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  if ('constraint' in error && typeof error.constraint === 'string') return [error.constraint];
  if (sqlState(error)?.startsWith(INTEGRITY) !== true) return [];
  return error.message.match(PARTS) ?? [];
}

/** Class of the SQLSTATEs of broken constraints. */
const INTEGRITY = '23';

/** Numbers of parts have six digits or more. Messages are in the language of the database, with its quotation marks. */
const PARTS = /[^\s"'«»„“”]+_\d{6,}/g;
const PART = /^(.+)_\d{6,}$/;
const CUT_PART = /^(.{30,})_[0-9a-f]{8}_\d{6,}$/;

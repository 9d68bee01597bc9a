import { UnavailableError } from '#server/errors.ts';

/**
 * SQLSTATEs, or the classes that they begin with, of what is not the statement's fault and passes: connection
 * exceptions, insufficient resources (disk, memory, connections), lock_not_available, query_canceled by a time limit,
 * a transaction ended because it was idle, errors of the database's disk.
 */
const PASSING = /^(08|53|55P03|57014|25P03|58030)/;

/** The same, of a node that can't be used any more: it shuts down or starts, or takes no writes after a failover. */
const NODE_GONE = /^(08|25006|57P0[1-5])/;

/** What drivers say of a connection that is gone, besides codes such as ECONNRESET. */
const NO_CONNECTION =
  /^(E[A-Z]{4,}|Connection terminated|Client (has encountered a connection error|was closed)|timeout ex)/;

/** A failed statement's error as it is thrown on: an UnavailableError when another try may go well. */
export function thrownOn(error: unknown): unknown {
  const state = sqlState(error);
  const passes = isGone(error) || (state !== undefined && PASSING.test(state));
  return passes ? unavailable(error) : error;
}

/** True if the connection that failed with this must not be used again, and others to the same node may be no better. */
export function isGone(error: unknown): boolean {
  if (error instanceof UnavailableError) return isGone(error.cause);
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  if (state !== undefined) return NODE_GONE.test(state);
  return NO_CONNECTION.test('code' in error ? String(error.code) : error.message);
}

/** What a failed statement or connection is when it is known that another try may go well. */
export function unavailable(cause: unknown): UnavailableError {
  if (cause instanceof UnavailableError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UnavailableError(`The database can't be used at the moment: ${reason}`, cause);
}

/** SQLSTATE of an error that a driver threw, such as `23505`; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof UnavailableError) return sqlState(error.cause);
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

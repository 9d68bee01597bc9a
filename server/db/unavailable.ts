import { UnavailableError } from '../errors.ts';
import { sqlState } from './sqlState.ts';

/**
 * SQLSTATEs, or the classes that they begin with, of what is not the statement's fault and passes: connection
 * exceptions, insufficient resources (disk, memory, connections), lock_not_available, query_canceled by a time limit,
 * shutdown and start of the database, errors of its disk.
 */
const PASSING = /^(08|53|55P03|57014|57P0[1-5]|58030)/;

/** What drivers say of a connection that is gone, besides codes such as ECONNRESET. */
const NO_CONNECTION = /^(E[A-Z]{4,}|Connection terminated|Client has encountered a connection error|timeout exceeded)/;

/** A failed statement's error as it is thrown on: an UnavailableError when another try may go well. */
export function thrownOn(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const state = sqlState(error);
  const passes = state === undefined ? isOfConnection(error) : PASSING.test(state);
  return passes ? unavailable(error) : error;
}

/** What a failed statement or connection is when it is known that another try may go well. */
export function unavailable(cause: unknown): UnavailableError {
  if (cause instanceof UnavailableError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UnavailableError(`The database can't be used at the moment: ${reason}`, cause);
}

function isOfConnection(error: Error): boolean {
  return NO_CONNECTION.test('code' in error ? String(error.code) : error.message);
}

import { ApiError } from './ApiError.ts';

/** `refused`: certainly not done. `unknown`: it may have been done, or may be about to be. */
export type FailedOutcome = 'refused' | 'unknown';

const REQUEST_TIMEOUT = 408;
const SERVER_ERROR = 500;
/** The same call is being carried out already: what becomes of it is not known yet. */
const STILL_RUNNING = 'still_running';

/** What a failed call says of its effect. Only an answer in which the server says no is a no. */
export function outcomeOf(error: unknown): FailedOutcome {
  if (!(error instanceof ApiError) || error.kind !== 'answer') return 'unknown';
  const isNo = error.status < SERVER_ERROR && error.status !== REQUEST_TIMEOUT && error.errorId !== STILL_RUNNING;
  return isNo ? 'refused' : 'unknown';
}

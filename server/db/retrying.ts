import { UnavailableError } from '../errors.ts';
import { sqlState } from './dbErrors.ts';

/** serialization_failure and deadlock_detected: the transaction was rolled back completely and can be retried. */
const RETRIED = ['40001', '40P01'];
const MAX_TRIES = 10;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** Thrown if a transaction lost against others in every attempt. `cause` is the last error. */
export class TransactionConflictError extends UnavailableError {
  constructor(cause: unknown) {
    super(`The transaction conflicted with others in ${MAX_TRIES} tries`, cause);
  }
}

export interface RetryMeans {
  /** In [0, 1). */
  random: () => number;
  sleep: (milliseconds: number) => Promise<unknown>;
}

/**
 * Retries a transaction while the database reports a conflict. The pause before attempt n is random between 0 and 5,
 * 10, 20 … 250 ms, so that colliding transactions separate.
 * @throws {TransactionConflictError} after 10 attempts; rethrows any other error of `attempt` immediately
 */
export async function retrying<T>(attempt: () => Promise<T>, { random, sleep }: RetryMeans): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!RETRIED.includes(sqlState(error) ?? '')) throw error;
      if (tries === MAX_TRIES) throw new TransactionConflictError(error);
      await sleep(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)));
    }
  }
}

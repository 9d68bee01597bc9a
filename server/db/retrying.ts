import { UnavailableError } from '../errors.ts';
import { sqlState } from './dbErrors.ts';

/** serialization_failure and deadlock_detected: the transaction was undone whole and may be tried again. */
const RETRIED = ['40001', '40P01'];
const MAX_TRIES = 10;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** A transaction lost against others each time it was tried. The last loss is the `cause`. */
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
 * Runs a transaction again while the database says that it lost against another one.
 * The pause before try n is random between 0 and 5, 10, 20 … 250 ms, so that those who collided part.
 * @throws TransactionConflictError after 10 tries; any other error of `attempt` at once
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

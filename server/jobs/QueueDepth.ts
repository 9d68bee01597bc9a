/** What is still to be done by a worker, in all processes together. */
export interface QueueDepth {
  /** Due now, and not taken. */
  due: number;
  /** Taken by a worker, or put off. */
  later: number;
}

/** Counting goes no further than this. */
export const DEEPEST_COUNTED = 100_000;

/** Told how a background worker gets on. */
export interface WorkerMeter {
  /** It has looked for work, and may have found none. */
  looked(): void;
  /** One piece of work is done. */
  worked(): void;
  /** One piece of work, or looking for some, has failed. */
  failed(): void;
}

export const UNMETERED: WorkerMeter = { looked: () => {}, worked: () => {}, failed: () => {} };

import { TooManyRequestsError } from '#server/errors.ts';

/** How long to wait before a refused export is asked for again, in seconds. */
const RETRY_AFTER = 10;

/** Counts what runs at the same time for each of many, so that nobody takes all of the server. */
export class Running {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * @returns to be called once when it is over
   * @throws TooManyRequestsError when as many as may be are running
   */
  begin(whose: string): () => void {
    const count = this.#counts.get(whose) ?? 0;
    if (count >= this.#limit) throw new TooManyRequestsError(RETRY_AFTER);
    this.#counts.set(whose, count + 1);
    return () => {
      const left = (this.#counts.get(whose) ?? 0) - 1;
      if (left > 0) this.#counts.set(whose, left);
      else this.#counts.delete(whose);
    };
  }
}

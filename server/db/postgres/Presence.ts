import { unavailable } from '../dbErrors.ts';

export interface PresenceMeans {
  /** Asks the database whether it can be used; rejects with the reason if it can't. */
  ask(): Promise<void>;
  /** Called once when the database is found to be away. */
  onAway(reason: unknown): void;
  /** Called once when the database can be used after it was away. */
  onBack(): void;
  /** Waits between two questions; resolves at once when the pool is closed. */
  rest(): Promise<unknown>;
}

/**
 * Knows whether the database can be used. A doubt makes it ask: callers wait for the first answer, and while the
 * database is away they are refused at once. It asks again until the database is back.
 */
export class Presence {
  readonly #means: PresenceMeans;
  /** Why the database can't be used; null: it can, as far as is known. */
  #reason: { error: unknown } | null = null;
  /** Resolves with the first answer after a doubt; null: there is none. */
  #verdict: Promise<void> | null = null;
  #isClosed = false;

  constructor(means: PresenceMeans) {
    this.#means = means;
  }

  get isAway(): boolean {
    return this.#reason !== null;
  }

  /** @throws {UnavailableError} if the database is away */
  async passed(): Promise<void> {
    if (this.#reason === null) await this.#verdict;
    if (this.#reason !== null) throw unavailable(this.#reason.error);
  }

  /** Asks the database, unless that is being done. */
  doubt(): void {
    if (this.#verdict !== null || this.#isClosed) return;
    this.#verdict = this.#judge();
  }

  /** Asks nothing any more. */
  close(): void {
    this.#isClosed = true;
  }

  async #judge(): Promise<void> {
    const isThere = await this.#asked();
    if (isThere) this.#verdict = null;
    else void this.#awaitReturn();
  }

  async #awaitReturn(): Promise<void> {
    do {
      await this.#means.rest();
      if (this.#isClosed) return;
    } while (!(await this.#asked()));
    this.#verdict = null;
  }

  async #asked(): Promise<boolean> {
    const wasAway = this.isAway;
    try {
      await this.#means.ask();
      this.#reason = null;
      if (wasAway) this.#means.onBack();
      return true;
    } catch (error) {
      this.#reason = { error };
      if (!wasAway) this.#means.onAway(error);
      return false;
    }
  }
}

import { unavailable } from '../dbErrors.ts';

interface PresenceDeps {
  /** Checks whether the database can be used. Rejects with the reason if not. */
  ask(): Promise<void>;
  /** Called once when the database becomes unavailable. */
  onAway(reason: unknown): void;
  /** Called once when the database is available again. */
  onBack(): void;
  /** Pause between two checks. Resolves immediately when the pool is closed. */
  rest(): Promise<unknown>;
}

/**
 * Tracks whether the database is available. A doubt triggers a check: callers wait for its first result, and fail
 * immediately while the database is away. Checks are repeated until the database is back.
 */
export class Presence {
  readonly #deps: PresenceDeps;
  /** Why the database is unavailable, or null if it is available as far as known. */
  #reason: { error: unknown } | null = null;
  /** The first check after a doubt, or null if there is none. */
  #verdict: Promise<void> | null = null;
  #isClosed = false;

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  get isAway(): boolean {
    return this.#reason !== null;
  }

  /** @throws {UnavailableError} if the database is away */
  async passed(): Promise<void> {
    if (this.#reason === null) await this.#verdict;
    if (this.#reason !== null) throw unavailable(this.#reason.error);
  }

  /** Starts a check unless one is running. */
  doubt(): void {
    if (this.#verdict !== null || this.#isClosed) return;
    this.#verdict = this.#judge();
  }

  /** Stops checking. */
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
      await this.#deps.rest();
      if (this.#isClosed) return;
    } while (!(await this.#asked()));
    this.#verdict = null;
  }

  async #asked(): Promise<boolean> {
    const wasAway = this.isAway;
    try {
      await this.#deps.ask();
      this.#reason = null;
      if (wasAway) this.#deps.onBack();
      return true;
    } catch (error) {
      this.#reason = { error };
      if (!wasAway) this.#deps.onAway(error);
      return false;
    }
  }
}

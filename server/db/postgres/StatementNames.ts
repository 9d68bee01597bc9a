/** Most texts that get a name. Each connection keeps a plan of each, of some tens of kilobytes. */
const MOST_NAMES = 300;

/** Longer texts, such as inserts of many rows, are rarely the same twice. */
const LONGEST_TEXT = 8_000;

/**
 * Names for statements that are sent again and again, so that PostgreSQL parses, rewrites and plans each once per
 * connection (docs/decisions/0020). Only for statements in transactions: those find rows by key, and one plan fits all
 * of their parameters, whereas a list's best plan depends on its filter. Not behind a pooler, where the next statement may
 * run on another connection.
 */
export class StatementNames {
  #names = new Map<string, string>();
  /** Texts that were sent once. */
  #seen = new Set<string>();
  #made = 0;

  /** @returns undefined for a statement that is better sent without a name */
  of(text: string, parameters: readonly unknown[]): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    // Without parameters, a text may consist of several statements, which can't be prepared.
    if (parameters.length === 0 || text.length > LONGEST_TEXT || this.#names.size >= MOST_NAMES) return undefined;
    if (this.#seen.delete(text)) return this.#name(text);
    if (this.#seen.size >= MOST_NAMES) this.#seen.clear();
    this.#seen.add(text);
    return undefined;
  }

  /** For a statement without parameters that is always the same. */
  ofFixed(text: string): string {
    return this.#names.get(text) ?? this.#name(text);
  }

  /** Gives all statements other names from now on, with which connections prepare them again. */
  forget(): void {
    this.#names.clear();
  }

  #name(text: string): string {
    this.#made += 1;
    const name = `s${this.#made}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * Thrown if the columns of a prepared statement's result have changed since, by a migration or a changed declaration. Has
 * the SQLSTATE of a conflict, because the transaction can be run again.
 */
export class StaleStatementError extends Error {
  readonly code = '40001';
  constructor(cause: unknown) {
    super('A prepared statement no longer fits its tables', { cause });
    this.name = 'StaleStatementError';
  }
}

/** True for PostgreSQL's error about a prepared statement whose result has other columns now. */
export function isStale(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

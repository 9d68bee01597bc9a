/** The changed resources by name, or null if anything may have changed. */
export type Hint = readonly string[] | null;

/** A module variable, because all parts of the page are notified in one place. */
const listeners = new Set<(hint: Hint) => void>();

/** Calls `listener` after each change on the server. Returns a function that unsubscribes. */
export function onHint(listener: (hint: Hint) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function publishHint(hint: Hint): void {
  listeners.forEach((listener) => listener(hint));
}

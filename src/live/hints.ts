/** What has changed: resources by name; null: it may be anything. */
export type Hint = readonly string[] | null;

/** There is one page, and so one place where all that shows something hears of changes. */
const listeners = new Set<(hint: Hint) => void>();

export function onHint(listener: (hint: Hint) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellHint(hint: Hint): void {
  listeners.forEach((listener) => listener(hint));
}

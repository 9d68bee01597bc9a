/** Listeners of something that changes outside React. */
interface Listeners<Args extends unknown[]> {
  /** Calls `listener` at each change. Returns a function that unsubscribes it. */
  subscribe(this: void, listener: (...args: Args) => void): () => void;
  notify(this: void, ...args: Args): void;
}

export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (...args) => listeners.forEach((listener) => listener(...args)),
  };
}

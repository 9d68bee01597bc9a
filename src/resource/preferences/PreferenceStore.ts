/** Texts by key that outlive the session. */
export interface PreferenceStore {
  read(key: string): string | null;
  /** Of all users of this browser. */
  keys(): string[];
  write(key: string, text: string): void;
  /** Calls `listener` after each change, also in another tab; returns the way to stop it. */
  subscribe(listener: () => void): () => void;
}

interface PreferenceStoreConfig {
  /** The browser's local storage: the server keeps no preferences. */
  storage: Storage;
  /** The window, which tells of changes in another tab of the browser. */
  events?: Pick<Window, 'addEventListener'>;
}

export function createPreferenceStore({ storage, events }: PreferenceStoreConfig): PreferenceStore {
  /** What the storage would not take, because it is full or forbidden: it lasts as long as the page. */
  const unsaved = new Map<string, string>();
  const listeners = new Set<() => void>();
  const changed = () => listeners.forEach((listener) => listener());
  events?.addEventListener('storage', changed);

  return {
    read: (key) => unsaved.get(key) ?? storage.getItem(key),
    keys: () => [...unsaved.keys(), ...Object.keys(storage)],
    write(key, text) {
      try {
        storage.setItem(key, text);
        unsaved.delete(key);
      } catch {
        unsaved.set(key, text);
      }
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

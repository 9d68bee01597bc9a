import { createListeners } from '#shared/createListeners.ts';

/** Texts by key that outlive the session. */
export interface PreferenceStore {
  read(key: string): string | null;
  /** Keys of all users of this browser. */
  keys(): string[];
  write(key: string, text: string): void;
  /** Calls `listener` after each change, including in other tabs. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

interface PreferenceStoreConfig {
  /** The browser's local storage. Preferences aren't stored on the server. */
  storage: Storage;
  /** The window, which fires `storage` events for changes in other tabs. */
  events?: Pick<Window, 'addEventListener'>;
}

/** Stores preferences in the browser. Doesn't throw if the storage is full or forbidden. */
export function createPreferenceStore({ storage, events }: PreferenceStoreConfig): PreferenceStore {
  /** Values that the full or forbidden storage rejected. They last until the page is reloaded. */
  const unsaved = new Map<string, string>();
  const { subscribe, notify } = createListeners();
  events?.addEventListener('storage', () => notify());

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
      notify();
    },
    subscribe,
  };
}
